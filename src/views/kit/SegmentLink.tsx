import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import { AppLink } from './AppLink.tsx';

/** A link to a part of a screen, which keeps the selection of the address. */
export function SegmentLink({
  to,
  isHere,
  children,
}: {
  to: string;
  isHere: boolean;
  children: ReactNode;
}) {
  const search = useSearch();
  return (
    <AppLink
      to={`${to}${search ? `?${search}` : ''}`}
      className="segment"
      data-active={isHere || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </AppLink>
  );
}
