import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Settings } from '#contract/project.ts';
import type { Api } from './api.ts';

/** `GET settings/config/`. Where the analytics endpoint is to be asked, `expectCube` makes ready for it. */
export const readSettings = (api: Api, expectCube: () => void): PromiseActorLogic<Settings, void> =>
  fromPromise(async ({ signal }) => {
    const settings = await api.call('settings', { signal });
    if (settings.use_cube) expectCube();
    return settings;
  });
