import { mayRole } from '#contract/accounts/roles.ts';
import type {
  BalancesActor,
  PayoutsActor,
  SavePayoutsActor,
} from '#machines/conversions/payouts.ts';
import { Balances } from './Balances.tsx';
import { PayoutList } from './PayoutList.tsx';

/** What affiliates are owed, and what was paid to them. */
export function Payouts({
  balances,
  list,
  saving,
  memberRole,
}: {
  balances: BalancesActor;
  list: PayoutsActor;
  saving: SavePayoutsActor;
  memberRole: string | undefined;
}) {
  const mayRecord = mayRole(memberRole, 'payout.record');
  return (
    <>
      <Balances
        actor={balances}
        mayRecord={mayRecord}
        mayCreate={mayRole(memberRole, 'affiliate.create')}
      />
      <PayoutList actor={list} balances={balances} saving={saving} mayUndo={mayRecord} />
    </>
  );
}
