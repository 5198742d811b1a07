import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  Adjustment,
  ConversionStatus,
  DecisionAnswer,
  DecisionReason,
  DecisionUndo,
} from '#contract/conversions/decisions.ts';
import type { Api } from '../kit/api.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';

type Verdict = { to: ConversionStatus; reason: DecisionReason | null; note: string };
type Draft = {
  amount_revenue: string;
  amount_payout: string;
  reason_code: DecisionReason;
  note: string;
  effective_date: string;
};
type DecisionRequest = { ids: string[]; verdict: Verdict };

/**
 * `POST conversions/status/`; a trial changes nothing and returns what would change. A real decision has an idempotency
 * key, so that a retry after a lost response repeats the same decision, until the next trial.
 */
export const decide = (
  api: Api,
  { isTrial }: { isTrial: boolean },
): PromiseActorLogic<DecisionAnswer, DecisionRequest> =>
  fromPromise(({ input: { ids, verdict }, signal }) => {
    const { to, reason, note } = verdict;
    const call = { body: { ids, to, reason_code: reason, note, dry_run: isTrial }, signal };
    if (!isTrial) return idempotent(api, 'decideConversions', call);
    forgetUnconfirmed('decideConversions');
    return api.call('decideConversions', call);
  });

/** `POST conversions/status/{batch}/undo/`. */
export const undoDecision = (api: Api): PromiseActorLogic<DecisionUndo, { batch: string }> =>
  fromPromise(({ input: { batch }, signal }) =>
    api.call('undoDecision', { params: { batch }, body: {}, signal }),
  );

/**
 * `POST conversions/adjustments/` with an idempotency key, so that a retry after a lost response corrects nothing
 * twice.
 */
export const createCorrection = (
  api: Api,
): PromiseActorLogic<Adjustment, { project: number; conversion: string; draft: Draft }> =>
  fromPromise(({ input: { project, conversion, draft }, signal }) =>
    idempotent(api, 'createAdjustment', {
      body: { ...draft, project_id: project, conversion_id: conversion },
      signal,
    }),
  );

/** `POST conversions/adjustments/{id}/reverse/`. */
export const reverseCorrection = (api: Api): PromiseActorLogic<Adjustment, { id: number }> =>
  fromPromise(({ input: { id }, signal }) => {
    forgetUnconfirmed('createAdjustment');
    return api.call('reverseAdjustment', { params: { id }, body: {}, signal });
  });
