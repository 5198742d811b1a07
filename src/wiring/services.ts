import { checkSession, login, logout } from '#services/auth/accounts.ts';
import { openingIn } from '#services/dashboard/table-address.ts';
import { createApi } from '#services/kit/api.ts';
import { readConfig } from '#services/kit/config.ts';
import { createMemory, recall } from '#services/kit/memory.ts';
import { askServer } from '#services/kit/network.ts';
import type { Reachability } from '#services/kit/reachability.ts';
import { createSettings } from '#services/settings/settings.ts';
import type { World } from './world.ts';

/**
 * What the session asks of the browser's memory and of the server.
 *
 * All of it parses what comes from outside, so it comes with the schemas when there is something to parse.
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
  /** The server no longer accepts this token. */
  refused: (token: string) => void;
  /** Fetches what a member needs; nobody is let in before. */
  prepare: () => Promise<void>;
}) {
  const config = readConfig({ __CONF__: world.config });
  const api = createApi({
    baseUrl: config.api_base_url,
    fetch: reach.fetch,
    token,
    refused,
    broken: (call, reason) => world.report(`The answer to ${call} breaks the contract.`, reason),
  });
  const memory = createMemory(() => world.window.localStorage, {
    dropped: () => world.warn('Some saved settings could not be read and were reset.'),
    refused: () =>
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
    recall: recall(memory, () => openingIn(world.window.location.search)),
    checkSession: checkSession(api, () => {
      settings.expect();
      return prepare();
    }),
    login: login(api, prepare),
    logout: logout(api),
    askServer: askServer(world.window, reach, config.api_base_url),
  };
}

export type Services = ReturnType<typeof createServices>;
