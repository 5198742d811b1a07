import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { Api } from '../kit/api.ts';

/** `DELETE upgrade-notices/{id}/`. The session contains the other notices, so it is read again. */
export const dismissNotice = (
  api: Api,
  dismissed: () => void,
): PromiseActorLogic<string, { request: string }> =>
  fromPromise(async ({ input: { request: id }, signal }) => {
    await api.call('dismissUpgradeNotice', { params: { id }, signal });
    dismissed();
    return id;
  });
