import type { FunnelDraft } from '#model/funnel-draft.ts';
import { DifferencesTable } from '../../kit/tables/DifferencesTable.tsx';
import { conflictRows } from './conflict-rows.ts';

/** Both values of each field in which two versions of a funnel differ. */
export function ConflictTable({ theirs, mine }: { theirs: FunnelDraft; mine: FunnelDraft }) {
  const rows = conflictRows(theirs, mine);
  if (rows.length === 0) return <p>Both versions are the same.</p>;
  return <DifferencesTable differences={rows} />;
}
