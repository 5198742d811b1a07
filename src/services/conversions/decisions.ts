import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  Adjustment,
  ConversionStatus,
  DecisionAnswer,
  DecisionReason,
  DecisionUndo,
} from '#contract/conversions/decisions.ts';
import type { Api } from '../kit/api.ts';
import { beginAnew, idempotent } from '../kit/idempotent.ts';

type Verdict = { to: ConversionStatus; reason: DecisionReason | null; note: string };
type Draft = {
  amount_revenue: string;
  amount_payout: string;
  reason_code: DecisionReason;
  note: string;
  effective_date: string;
};
type Asked = { ids: string[]; verdict: Verdict };

/**
 * `POST conversions/status/`; tried, it changes nothing and says what it would change. With a key: to ask again after a
 * lost answer is the same decision, until another is tried.
 */
export const decide = (
  api: Api,
  { isTrial }: { isTrial: boolean },
): PromiseActorLogic<DecisionAnswer, Asked> =>
  fromPromise(({ input: { ids, verdict }, signal }) => {
    const { to, reason, note } = verdict;
    const asked = { body: { ids, to, reason_code: reason, note, dry_run: isTrial }, signal };
    if (!isTrial) return idempotent(api, 'decideConversions', asked);
    beginAnew('decideConversions');
    return api.call('decideConversions', asked);
  });

/** `POST conversions/status/{batch}/undo/`. */
export const undoDecision = (api: Api): PromiseActorLogic<DecisionUndo, { batch: string }> =>
  fromPromise(({ input: { batch }, signal }) =>
    api.call('undoDecision', { params: { batch }, body: {}, signal }),
  );

/** `POST conversions/adjustments/`, with a key: to ask again after a lost answer corrects nothing twice. */
export const correct = (
  api: Api,
): PromiseActorLogic<Adjustment, { project: number; conversion: string; draft: Draft }> =>
  fromPromise(({ input: { project, conversion, draft }, signal }) =>
    idempotent(api, 'createAdjustment', {
      body: { ...draft, project_id: project, conversion_id: conversion },
      signal,
    }),
  );

/** `POST conversions/adjustments/{id}/reverse/`. */
export const takeBack = (api: Api): PromiseActorLogic<Adjustment, { id: number }> =>
  fromPromise(({ input: { id }, signal }) => {
    beginAnew('createAdjustment');
    return api.call('reverseAdjustment', { params: { id }, body: {}, signal });
  });
