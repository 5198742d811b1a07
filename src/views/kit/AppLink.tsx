import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { linkOf } from '#model/links.ts';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> & {
  to: string;
  /** Another site may be opened, in a tab of its own. */
  external?: boolean;
};

/** The one link. An address that leads where it may not is drawn as the words it has. */
export function AppLink({ to, external = false, ...rest }: Props) {
  const kind = linkOf(to);
  if (kind === 'inside') return <Link {...rest} href={to} />;
  if (kind === 'outside' && external) {
    return <a {...rest} href={to} target="_blank" rel="noopener noreferrer" />;
  }
  return <span className={rest.className}>{rest.children}</span>;
}
