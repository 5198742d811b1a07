import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import type { MatchedBy, Reconciliation } from '#contract/reconciliation.ts';
import type { Api } from './api.ts';

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
