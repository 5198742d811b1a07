import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { DetectedFunnel } from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import {
  type CreatedFunnel,
  type StoredWizard,
  storedWizardSchema,
  type WizardDraft,
} from '#model/funnel-wizard.ts';
import type { Api } from '../kit/api.ts';
import { forgetUnconfirmed, idempotent } from '../kit/idempotent.ts';
import { prefix, readStored, writeStored } from '../kit/local-storage.ts';
import { ofFunnel } from './one-funnel.ts';

type OfProject = { project: number };

/** The unfinished funnel of each project in the storage of the browser. */
export function createWizardDrafts(window: Window) {
  const keyOf = (project: number) => `funnel-draft.${project}`;
  return {
    recall: fromPromise<StoredWizard | null, OfProject>(async ({ input: { project } }) => {
      const stored = storedWizardSchema.safeParse(readStored(window, keyOf(project)));
      return stored.success ? stored.data : null;
    }),
    remember: (project: number, stored: StoredWizard) =>
      writeStored(window, keyOf(project), stored),
    forget(project: number) {
      try {
        window.localStorage.removeItem(prefix + keyOf(project));
      } catch {}
    },
  };
}

/** `GET funnel-suggestions/`. */
export const suggestFunnels = (api: Api): PromiseActorLogic<DetectedFunnel[], OfProject> =>
  fromPromise(({ input: { project }, signal }) =>
    api.call('detectFunnels', { query: { project_id: project }, signal }),
  );

/** `GET funnel-slug/`. */
export const checkSlug = (
  api: Api,
): PromiseActorLogic<
  { free: boolean; suggestion: string; reason: string | null },
  OfProject & { slug: string }
> =>
  fromPromise(({ input: { project, slug }, signal }) =>
    api.call('funnelSlug', { query: { project_id: project, slug }, signal }),
  );

/** `POST funnels/`, or `PATCH funnels/{slug}/` of the version of a funnel that was created before. */
export const saveFunnel = (
  api: Api,
): PromiseActorLogic<Funnel, OfProject & { draft: WizardDraft; created: CreatedFunnel | null }> =>
  fromPromise(({ input: { project, draft, created }, signal }) => {
    const body = { name: draft.name, slug: draft.slug, ...draft.definition };
    if (created === null) {
      return idempotent(api, 'createFunnel', { body: { project, ...body }, signal });
    }
    const { slug, version } = created;
    return api.call('changeFunnel', { ...ofFunnel({ project, slug }), body, version, signal });
  });

/** `DELETE funnels/{slug}/` of the version that the wizard stored: a funnel that was changed since stays. */
export const archiveCreated = (
  api: Api,
): PromiseActorLogic<void, { funnel: FunnelScope & CreatedFunnel }> =>
  fromPromise(async ({ input: { funnel }, signal }) => {
    await api.call('archiveFunnel', { ...ofFunnel(funnel), version: funnel.version, signal });
    forgetUnconfirmed('createFunnel');
  });
