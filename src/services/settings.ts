import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Settings } from '#contract/project.ts';
import type { Api } from './api.ts';

/** `GET settings/config/`. */
export const readSettings = (api: Api): PromiseActorLogic<Settings, void> =>
  fromPromise(({ signal }) => api.call('settings', { signal }));
