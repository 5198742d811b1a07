import type { ComponentProps } from 'react';
import { Link } from 'wouter';
import { linkKindOf } from '#model/link-kind.ts';

type Props = Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> & {
  to: string;
  /** Allows links to other sites, in a new tab. */
  external?: boolean;
};

/** The only link component. A forbidden address is rendered as plain text. */
export function AppLink({ to, external = false, ...rest }: Props) {
  const kind = linkKindOf(to);
  if (kind === 'inside') return <Link {...rest} href={to} />;
  if (kind === 'outside' && external) {
    return <a {...rest} href={to} target="_blank" rel="noopener noreferrer" />;
  }
  return <span className={rest.className}>{rest.children}</span>;
}
