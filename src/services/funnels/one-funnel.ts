import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import type { Api } from '../kit/api.ts';

/** How every call of one funnel names it. */
export const ofFunnel = ({ project, slug }: FunnelScope) => ({
  params: { slug },
  query: { project_id: project },
});

/** `GET funnels/{slug}/`. */
export const readFunnel = (api: Api): PromiseActorLogic<Funnel, { scope: FunnelScope }> =>
  fromPromise(({ input: { scope }, signal }) =>
    api.call('readFunnel', { ...ofFunnel(scope), signal }),
  );

/** `POST funnels/{slug}/publish/` of the version that was read or stored last. */
export const publishFunnel = (
  api: Api,
): PromiseActorLogic<Funnel, { funnel: FunnelScope & { version: number } }> =>
  fromPromise(({ input: { funnel }, signal }) =>
    api.call('publishFunnel', { ...ofFunnel(funnel), body: {}, version: funnel.version, signal }),
  );
