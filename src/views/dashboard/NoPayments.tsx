import { useSelector } from '@xstate/react';
import { CalendarSearch } from 'lucide-react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { affiliatesOf, projectOf } from '#machines/selection/selection-model.ts';
import { Button } from '../kit/Button.tsx';
import { NoAffiliates } from '../kit/NoAffiliates.tsx';

/**
 * Why the list of payments is empty although conversions may exist: none is an affiliate's, or the project has no
 * affiliates.
 */
export function NoPayments({ selection }: { selection: SelectionActor }) {
  const isNobody = useSelector(selection, ({ context }) => affiliatesOf(context).length === 0);
  const mayCreate = useSelector(selection, ({ context }) =>
    mayRole(projectOf(context)?.role, 'affiliate.create'),
  );
  if (isNobody) {
    return (
      <NoAffiliates
        why="Payments go to affiliates, and this project has none."
        mayCreate={mayCreate}
      />
    );
  }
  return (
    <div className="blank">
      <CalendarSearch size={24} aria-hidden="true" />
      <p className="blank-title">No affiliate has earned anything in these days</p>
      <p>None of the conversions is an affiliate’s. Try a longer range.</p>
      <Button onClick={() => selection.send({ type: 'range.choose', range: 'last_30_days' })}>
        Show the last 30 days
      </Button>
    </div>
  );
}
