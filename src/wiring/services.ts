import { checkSession, login, logout } from '#services/auth/accounts.ts';
import { viewStateInAddress } from '#services/dashboard/table-address.ts';
import { createApi } from '#services/kit/api.ts';
import { readConfig } from '#services/kit/config.ts';
import { createMemory, recall } from '#services/kit/memory.ts';
import { pingServer } from '#services/kit/network.ts';
import type { Reachability } from '#services/kit/reachability.ts';
import { createSettings } from '#services/settings/settings.ts';
import type { World } from './world.ts';

/**
 * The services that read the browser's storage and call the server.
 *
 * They parse external data, so this module loads together with the schemas, once there is data to parse.
 */
export function createServices({
  world,
  reach,
  token,
  refused,
  prepare,
}: {
  world: World;
  reach: Reachability;
  token: () => string | null;
  /** Reports a token that the server no longer accepts. */
  refused: (token: string) => void;
  /** Loads the code of the workspace; a sign-in waits for it. */
  prepare: () => Promise<void>;
}) {
  const config = readConfig({ __CONF__: world.config });
  const api = createApi({
    baseUrl: config.api_base_url,
    fetch: reach.fetch,
    token,
    onTokenRejected: refused,
    onContractBroken: (call, reason) =>
      world.report(`The answer to ${call} breaks the contract.`, reason),
  });
  const memory = createMemory(() => world.window.localStorage, {
    onDropped: () => world.warn('Some saved settings could not be read and were reset.'),
    onRefused: () =>
      world.warn(
        'This browser stores nothing: you stay signed in until you close or reload the page.',
      ),
  });
  const settings = createSettings(api, token);
  return {
    config,
    reach,
    api,
    memory,
    settings,
    recall: recall(memory, () => viewStateInAddress(world.window.location.search)),
    checkSession: checkSession(api, () => {
      settings.prefetch();
      return prepare();
    }),
    login: login(api, prepare),
    logout: logout(api),
    pingServer: pingServer(world.window, reach, config.api_base_url),
  };
}

export type Services = ReturnType<typeof createServices>;
