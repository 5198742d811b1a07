import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Definition } from '#contract/analytics/report.ts';
import type { Api } from '../kit/api.ts';
import type { Turn } from './reports.ts';

/** `GET metrics/definitions/`, once: they change with the server alone. Figures that wait for their turn go first. */
export function readDefinitions(api: Api, turn: Turn): PromiseActorLogic<Definition[], void> {
  let known: Definition[] | null = null;
  return fromPromise(async ({ signal }) => {
    known ??= await turn(() => api.call('definitions', { signal }));
    return known;
  });
}
