import { ownsDays } from '#machines/app/routes.ts';
import { checkSession, login, logout } from '#services/auth/accounts.ts';
import { viewStateInAddress } from '#services/dashboard/table-address.ts';
import { createApi } from '#services/kit/api.ts';
import { readConfig } from '#services/kit/config.ts';
import { pingServer } from '#services/kit/network.ts';
import type { Reachability } from '#services/kit/reachability.ts';
import { createMemory, recall } from '#services/kit/stored-facts.ts';
import { withDaysOf } from '#services/selection/address.ts';
import { createSettings } from '#services/settings/settings.ts';
import type { Environment } from './environment.ts';

/**
 * The services that read the browser's storage and call the server.
 *
 * They parse external data, so this module loads together with the schemas, once there is data to parse.
 */
export function createServices({
  environment,
  reach,
  token,
  refused,
  prepare,
}: {
  environment: Environment;
  reach: Reachability;
  token: () => string | null;
  /** Reports a token that the server no longer accepts. */
  refused: (token: string) => void;
  /** Loads the code of the workspace; a sign-in waits for it. */
  prepare: () => Promise<void>;
}) {
  const config = readConfig({ __CONF__: environment.config });
  const api = createApi({
    baseUrl: config.api_base_url,
    fetch: reach.fetch,
    token,
    onTokenRejected: refused,
    onContractBroken: (call, reason) =>
      environment.report(`The answer to ${call} breaks the contract.`, reason),
  });
  const memory = createMemory(() => environment.window.localStorage, {
    onDropped: () => environment.warn('Some saved settings could not be read and were reset.'),
    onRefused: () =>
      environment.warn(
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
    recall: recall(memory, () => {
      const { pathname, search } = environment.window.location;
      return viewStateInAddress(ownsDays(pathname) ? withDaysOf('', search) : search);
    }),
    checkSession: checkSession(api, () => {
      settings.prefetch();
      return prepare();
    }),
    login: login(api, prepare),
    logout: logout(api),
    pingServer: pingServer(environment.window, reach, config.api_base_url),
  };
}

export type Services = ReturnType<typeof createServices>;
