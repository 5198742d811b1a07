import type { Payout } from '#contract/payouts/schemas.ts';
import type { ActionResult } from '#model/paged-list.ts';
import type {
  BalanceRow,
  PayoutDraft,
  PayoutFilter,
  PayoutPage,
  SavePayouts,
} from '#model/payouts.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, collectionOf } from '../kit/collection.ts';
import { type PagedListActor, pagedListOf } from '../kit/paged-list.ts';
import { type TaskActor, taskOf } from '../kit/task.ts';

type Balances = {
  scope: Query;
  row: BalanceRow;
  extra: never;
  draft: PayoutDraft;
  action: { kind: 'undo'; payout: Payout };
  secret: never;
};

/** What each affiliate is owed. Payouts are recorded and undone here, because both change it. */
export const balancesMachine = collectionOf<Balances>();
export type BalancesActor = CollectionActor<Balances>;

type Payouts = {
  row: Payout;
  query: Query;
  filter: PayoutFilter;
  page: PayoutPage;
  action: never;
  result: ActionResult;
};

/** What was paid to affiliates, the latest paid first. */
export const payoutsMachine = pagedListOf<Payouts>();
export type PayoutsActor = PagedListActor<Payouts>;

/** Saves the payouts to a file; the result is the file name. */
export const savePayoutsMachine = taskOf<SavePayouts, string>();
export type SavePayoutsActor = TaskActor<SavePayouts, string>;
