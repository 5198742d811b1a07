import { Button as BaseButton } from '@base-ui/react/button';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<typeof BaseButton>, 'className'> & {
  look?: 'primary' | 'plain' | 'quiet';
  size?: 'small' | 'normal';
};

/** The one button. `primary` is the act of a screen: there is at most one. */
export function Button({ look = 'plain', size = 'normal', ...props }: Props) {
  return <BaseButton {...props} className="button" data-look={look} data-size={size} />;
}
