import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { DecisionReason, ValuesAnswer, ValuesUndo } from '#contract/conversions/decisions.ts';
import type { Reconciliation } from '#contract/conversions/reconciliation.ts';
import type { ReconcileRequest } from '#model/reconcile.ts';
import type { Api } from '../kit/api.ts';
import { idempotent } from '../kit/idempotent.ts';
import { reconcileBody } from './reconcile-body.ts';

/** `POST conversions/reconcile/`. */
export const compareFile = (api: Api): PromiseActorLogic<Reconciliation, ReconcileRequest> =>
  fromPromise(async ({ input, signal }) =>
    api.call('reconcileConversions', { body: await reconcileBody(input), signal }),
  );

type ValuesRequest = {
  project: number;
  values: { conversion_id: string; value: string }[];
  why: { reason: DecisionReason; note: string };
};

/** `POST conversions/values/` with an idempotency key, so that a retry after a lost response corrects nothing twice. */
export const takeValues = (api: Api): PromiseActorLogic<ValuesAnswer, ValuesRequest> =>
  fromPromise(({ input: { project, values, why }, signal }) =>
    idempotent(api, 'takeValues', {
      body: { project_id: project, values, reason_code: why.reason, note: why.note },
      signal,
    }),
  );

/** `POST conversions/values/undo/`. */
export const undoValues = (
  api: Api,
): PromiseActorLogic<ValuesUndo, { project: number; ids: number[] }> =>
  fromPromise(({ input: { project, ids }, signal }) =>
    api.call('undoValues', { body: { project_id: project, ids }, signal }),
  );
