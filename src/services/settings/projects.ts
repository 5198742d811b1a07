import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { CollectKey, CompanyDraft, ProjectAction, ProjectDraft } from '#model/projects.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries, RunAction, SaveEntry } from '../kit/collection-requests.ts';
import { idempotent } from '../kit/idempotent.ts';

type Of = { subject: number };

/** `GET projects/` with `GET affiliates/`. */
export const readProjects = (api: Api): ReadEntries<number, Project, { affiliates: Affiliate[] }> =>
  fromPromise(async ({ signal }) => {
    const [rows, affiliates] = await Promise.all([
      api.call('listProjects', { signal }),
      api.call('listAffiliates', { signal }),
    ]);
    return { rows, extra: { affiliates } };
  });

/** `POST projects/`, `PATCH projects/{id}/`, `POST affiliates/` or `PUT affiliates/{id}/`. */
export const saveProject = (api: Api): SaveEntry<number, Project, ProjectDraft, CollectKey> =>
  fromPromise(async ({ input: { draft }, signal }) => {
    if (draft.kind === 'affiliate') {
      const { kind: _kind, affiliate, project, ...body } = draft;
      if (affiliate) {
        await api.call('changeAffiliate', { params: { id: affiliate.id }, body, signal });
      } else {
        await api.call('createAffiliate', { body: { project, ...body }, signal });
      }
      return {};
    }
    const { project, name, currency, timezone } = draft;
    if (!project) {
      const body = { name, currency, timezone };
      return { secret: await idempotent(api, 'createProject', { body, signal }) };
    }
    await api.call('changeProject', { params: { id: project.id }, body: { name }, signal });
    return {};
  });

/** `POST projects/{id}/rotate-collect-key/` or `POST projects/{id}/leave/`. */
export const actOnProject = (api: Api): RunAction<number, Project, ProjectAction, CollectKey> =>
  fromPromise(async ({ input: { action }, signal }) => {
    const params = { id: action.project.id };
    if (action.kind === 'rotate') {
      return { secret: await api.call('rotateCollectKey', { params, body: {}, signal }) };
    }
    await api.call('leaveProject', { params, body: {}, signal });
    return {};
  });

/** `GET projects/{id}/`. */
export const readCompany = (api: Api): PromiseActorLogic<Project, Of> =>
  fromPromise(({ input: { subject: id }, signal }) =>
    api.call('readProject', { params: { id }, signal }),
  );

/** `PATCH projects/{id}/`. */
export const saveCompany = (api: Api): PromiseActorLogic<Project, Of & { draft: CompanyDraft }> =>
  fromPromise(({ input: { subject: id, draft }, signal }) =>
    api.call('changeProject', { params: { id }, body: draft, signal }),
  );

/** `GET projects/{id}/`. */
export const readDeletion = (api: Api): PromiseActorLogic<Project, { project: number }> =>
  fromPromise(({ input: { project: id }, signal }) =>
    api.call('readProject', { params: { id }, signal }),
  );

/** `POST projects/{id}/delete/`. */
export const deleteProject = (
  api: Api,
): PromiseActorLogic<Project, { project: number; name: string }> =>
  fromPromise(({ input: { project: id, name }, signal }) =>
    api.call('deleteProject', { params: { id }, body: { name }, signal }),
  );

/** `POST projects/{id}/restore/`. */
export const restoreProject = (api: Api): PromiseActorLogic<Project, { project: number }> =>
  fromPromise(({ input: { project: id }, signal }) =>
    api.call('restoreProject', { params: { id }, body: {}, signal }),
  );
