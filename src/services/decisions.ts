import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  ConversionStatus,
  DecisionAnswer,
  DecisionReason,
  DecisionUndo,
} from '#contract/conversion-decision.ts';
import type { Api } from './api.ts';

type Verdict = { to: ConversionStatus; reason: DecisionReason | null; note: string };
type Asked = { ids: string[]; verdict: Verdict };

/** `POST conversions/status/`; tried, it changes nothing and says what it would change. */
export const decide = (
  api: Api,
  { isTrial }: { isTrial: boolean },
): PromiseActorLogic<DecisionAnswer, Asked> =>
  fromPromise(({ input: { ids, verdict }, signal }) => {
    const { to, reason, note } = verdict;
    return api.call('decideConversions', {
      body: { ids, to, reason_code: reason, note, dry_run: isTrial },
      signal,
    });
  });

/** `POST conversions/status/{batch}/undo/`. */
export const undoDecision = (api: Api): PromiseActorLogic<DecisionUndo, { batch: string }> =>
  fromPromise(({ input: { batch }, signal }) =>
    api.call('undoDecision', { params: { batch }, body: {}, signal }),
  );
