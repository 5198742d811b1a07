import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { DecisionReason, ValuesAnswer, ValuesUndo } from '#contract/conversions/decisions.ts';
import type { MatchedBy, Reconciliation } from '#contract/conversions/reconciliation.ts';
import type { Problem } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';
import { idempotent } from '../kit/idempotent.ts';

type Asked = {
  project: number;
  file: { readonly name: string; readonly size: number } | null;
  choice: {
    columns: { id?: string; status?: string | null; value?: string | null };
    matchBy?: MatchedBy;
  };
};

/** What the server takes in one call. */
const most = 3 * 1024 * 1024;

const unfit = (message: string): Problem => ({ kind: 'invalid', message });

/** `POST conversions/reconcile/`. */
export const compareFile = (api: Api): PromiseActorLogic<Reconciliation, Asked> =>
  fromPromise(async ({ input: { project, file, choice }, signal }) => {
    if (!(file instanceof Blob)) throw unfit('Choose a file.');
    if (file.size > most) throw unfit('The file is larger than 3 MB. Cut it into parts.');
    const { columns, matchBy } = choice;
    return api.call('reconcileConversions', {
      body: {
        project_id: project,
        csv: await file.text(),
        columns,
        ...(matchBy && { match_by: matchBy }),
      },
      signal,
    });
  });

type Values = {
  project: number;
  values: { conversion_id: string; value: string }[];
  why: { reason: DecisionReason; note: string };
};

/** `POST conversions/values/`, with a key: to ask again after a lost answer corrects nothing twice. */
export const takeValues = (api: Api): PromiseActorLogic<ValuesAnswer, Values> =>
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
