import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Definition } from '#contract/analytics/report.ts';
import type { Api } from '../kit/api.ts';
import type { QueueRequest } from './reports.ts';

/**
 * `GET metrics/definitions/`, once per page load, since definitions only change with the server. Requests for figures
 * go first.
 */
export function readDefinitions(
  api: Api,
  queueRequest: QueueRequest,
): PromiseActorLogic<Definition[], void> {
  let cached: Definition[] | null = null;
  return fromPromise(async ({ signal }) => {
    cached ??= await queueRequest(() => api.call('definitions', { signal }));
    return cached;
  });
}
