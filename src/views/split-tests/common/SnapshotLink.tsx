import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { snapshotParam, splitTestPaths } from '#model/split-tests.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { linkWith } from '../../kit/own-days-links.ts';

/** Leads to the figures of a snapshot, or to the latest ones. */
export function SnapshotLink({
  test,
  snapshot,
  children,
}: {
  test: Pick<SplitTest, 'id'>;
  snapshot: string | null;
  children: ReactNode;
}) {
  const search = useSearch();
  const to = linkWith(splitTestPaths.detail(test.id), search, { [snapshotParam]: snapshot ?? '' });
  return (
    <AppLink to={to} className="link">
      {children}
    </AppLink>
  );
}
