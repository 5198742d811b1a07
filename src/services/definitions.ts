import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Definition } from '#contract/report.ts';
import type { Api } from './api.ts';

/** `GET metrics/definitions/`, once: they change with the server alone. */
export function readDefinitions(api: Api): PromiseActorLogic<Definition[], void> {
  let known: Definition[] | null = null;
  return fromPromise(async ({ signal }) => {
    known ??= await api.call('definitions', { signal });
    return known;
  });
}
