import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Annotation } from '#contract/annotations/schemas.ts';
import type { Question } from '#model/query.ts';
import type { Api } from '../kit/api.ts';

type Draft = { at: string; text: string };

/** `GET annotations/`. What is on screen already is read again when somebody can see it. */
export const readAnnotations = (
  api: Api,
  seen: (signal: AbortSignal) => Promise<void>,
): PromiseActorLogic<Annotation[], { question: Question; isRefresh?: boolean }> =>
  fromPromise(async ({ input: { question, isRefresh = false }, signal }) => {
    if (isRefresh) await seen(signal);
    const { project, period, timezone } = question;
    const query = { project_id: project, ...period, timezone };
    return api.call('listAnnotations', { query, signal });
  });

/** `POST annotations/`. */
export const createNote = (
  api: Api,
): PromiseActorLogic<Annotation, { project: number; draft: Draft }> =>
  fromPromise(({ input: { project, draft }, signal }) => {
    const { at, text } = draft;
    return api.call('createAnnotation', { body: { project, at, text }, signal });
  });

/** `PATCH annotations/{id}/`. */
export const changeNote = (api: Api): PromiseActorLogic<Annotation, { id: number; draft: Draft }> =>
  fromPromise(({ input: { id, draft }, signal }) => {
    const { at, text } = draft;
    return api.call('changeAnnotation', { params: { id }, body: { at, text }, signal });
  });

/** `DELETE annotations/{id}/`. */
export const removeNote = (api: Api): PromiseActorLogic<void, { id: number }> =>
  fromPromise(async ({ input: { id }, signal }) => {
    await api.call('removeAnnotation', { params: { id }, signal });
  });

/** `PATCH annotations/{id}/`, for a note that was removed a moment ago. */
export const restoreNote = (api: Api): PromiseActorLogic<void, { id: number }> =>
  fromPromise(async ({ input: { id }, signal }) => {
    await api.call('changeAnnotation', { params: { id }, body: { removed: false }, signal });
  });
