import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { DecimalMark } from '#contract/amount-text.ts';
import type { DecisionReason, ValuesAnswer, ValuesUndo } from '#contract/conversions/decisions.ts';
import type { MatchedBy, Reconciliation } from '#contract/conversions/reconciliation.ts';
import type { Problem } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';
import { decodeText } from '../kit/decode-text.ts';
import { idempotent } from '../kit/idempotent.ts';

type CompareRequest = {
  project: number;
  file: { readonly name: string; readonly size: number } | null;
  choice: {
    columns: { id?: string; status?: string | null; value?: string | null };
    matchBy?: MatchedBy;
    decimal?: DecimalMark;
  };
};

/** The server's limit for one call, in bytes. */
const maxFileBytes = 3 * 1024 * 1024;

const invalidFile = (message: string): Problem => ({ kind: 'invalid', message });

/** `POST conversions/reconcile/`. */
export const compareFile = (api: Api): PromiseActorLogic<Reconciliation, CompareRequest> =>
  fromPromise(async ({ input: { project, file, choice }, signal }) => {
    if (!(file instanceof Blob)) throw invalidFile('Choose a file.');
    if (file.size > maxFileBytes)
      throw invalidFile('The file is larger than 3 MB. Split it into parts.');
    const { columns, matchBy, decimal } = choice;
    return api.call('reconcileConversions', {
      body: {
        project_id: project,
        csv: decodeText(new Uint8Array(await file.arrayBuffer())),
        columns,
        ...(matchBy && { match_by: matchBy }),
        ...(decimal && { decimal }),
      },
      signal,
    });
  });

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
