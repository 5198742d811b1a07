import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';

/** The native select of a field, for lists of well-known names. */
export function FieldSelect({
  children,
  ...props
}: Omit<BaseField.Control.Props, 'render' | 'children'> & { children: ReactNode }) {
  return <BaseField.Control className="input" {...props} render={<select>{children}</select>} />;
}
