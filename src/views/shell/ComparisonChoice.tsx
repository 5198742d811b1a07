import { useSelector } from '@xstate/react';
import { History } from 'lucide-react';
import type { Query } from '#contract/query.ts';
import type { SelectionActor } from '#machines/selection.ts';
import type { WorkspaceActor } from '#machines/workspace.ts';
import { Choice, type Option } from '../parts/Choice.tsx';
import { span } from '../parts/format.ts';

const options: readonly Option<Query['comparison']>[] = [
  { value: 'same_elapsed', label: 'Same part of the period before' },
  { value: 'previous', label: 'Whole period before' },
  { value: 'last_year', label: 'Same days last year' },
  { value: 'none', label: 'No comparison' },
];

/** What the figures are compared with, by its exact dates as soon as the server has said them. */
export function ComparisonChoice({
  actor,
  workspace,
}: {
  actor: SelectionActor;
  workspace: WorkspaceActor;
}) {
  const comparison = useSelector(actor, ({ context }) => context.comparison);
  const dashboard = useSelector(workspace, ({ children }) => children.dashboard);
  const totals = useSelector(dashboard, (snapshot) => snapshot?.children.totals);
  const freshness = useSelector(totals, (snapshot) => snapshot?.context.answer?.freshness);
  const compare = freshness?.compare?.mode === comparison ? freshness.compare : null;
  const dates =
    freshness && compare
      ? `vs ${span(compare.utc_from, compare.utc_to, freshness.timezone)}`
      : null;
  return (
    <Choice
      label="Compared with"
      icon={History}
      value={comparison}
      options={options}
      pending={comparison !== 'none' && dates === null}
      {...(dates ? { shown: dates } : {})}
      onChoose={(chosen) => actor.send({ type: 'comparison.choose', comparison: chosen })}
    />
  );
}
