import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelDraft } from '#model/funnel-draft.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { Api } from '../kit/api.ts';
import { ofFunnel } from './one-funnel.ts';

/** `PATCH funnels/{slug}/`, based on the version that was read. */
export const saveFunnel = (
  api: Api,
): PromiseActorLogic<Funnel, { scope: FunnelScope; entity: Funnel; draft: FunnelDraft }> =>
  fromPromise(({ input: { scope, entity, draft }, signal }) =>
    api.call('changeFunnel', {
      ...ofFunnel(scope),
      body: draft,
      version: entity.version,
      signal,
    }),
  );
