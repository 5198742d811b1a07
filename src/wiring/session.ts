import { createActor, fromPromise } from 'xstate';
import { connectionMachine } from '#machines/app/connection.ts';
import { navigationMachine } from '#machines/app/navigation.ts';
import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { detourFor } from '#machines/app/routes.ts';
import { type SessionActor, sessionMachine } from '#machines/app/session.ts';
import type { workspaceMachine } from '#machines/app/workspace.ts';
import { authMachine } from '#machines/auth/auth.ts';
import { injectedMachine } from '#machines/kit/injected.ts';
import { isFirstVisit, recallNothing, tokenIn } from '#services/app/first-visit.ts';
import { createReloads } from '#services/app/reloads.ts';
import { lazy } from '#services/kit/lazy.ts';
import { createGoTo, createScroll, watchLocation } from '#services/kit/location.ts';
import { watchNetwork, watchServer } from '#services/kit/network.ts';
import { createReachability } from '#services/kit/reachability.ts';
import { createTabs } from '#services/kit/tabs.ts';
import type { AuthWiring } from './auth.ts';
import type { Environment } from './environment.ts';
import type { Services } from './session-services.ts';

/**
 * Provides the session machine, and all machines up to the sign-in, with their services.
 *
 * Code loads when it is needed: the services load when there is data to parse, and the workspace loads while the server
 * checks the credentials or the session, or at once if the browser stores a token. A sign-in only completes when the
 * workspace has loaded.
 */
export function createSession(environment: Environment): SessionActor {
  const { window } = environment;
  const token = (): string | null => session.getSnapshot().context.token;
  const refused = (token: string) => session.send({ type: 'session.expired', token });
  const goTo = createGoTo(environment);
  const scroll = createScroll(window);
  const reach = createReachability(environment.fetch);
  const reloads = createReloads(window, environment.fetch);
  const tabs = createTabs({
    window,
    channel: environment.channel,
    storedToken: () => (services ? services.memory.token() : tokenIn(window)),
  });

  let services: Services | null = null;
  const fetchServices = async (): Promise<Services> => {
    const { createServices } = await import('./session-services.ts');
    services ??= createServices({ environment, reach, token, refused, prepare: fetchWorkspace });
    return services;
  };
  let workspace: typeof workspaceMachine | null = null;
  const fetchWorkspace = async () => {
    const [{ createWorkspace }, parts] = await Promise.all([
      import('./workspace.ts'),
      fetchServices(),
      environment.fetchScreens(),
    ]);
    workspace ??= createWorkspace({
      environment,
      token,
      renewed: (renewed) => session.send({ type: 'session.renewed', token: renewed }),
      services: parts,
    });
  };
  let auth: AuthWiring | null = null;
  const fetchPages = async () => {
    const [{ createAuth }, parts] = await Promise.all([import('./auth.ts'), fetchServices()]);
    auth ??= createAuth({
      window,
      goTo,
      services: parts,
      prepare: fetchWorkspace,
      arrived: (member) => session.send({ type: 'member.arrived', member }),
    });
  };
  const authPart = <Part extends keyof AuthWiring>(part: Part): AuthWiring[Part] =>
    injectedMachine(part, () => auth?.[part] ?? null);
  /**
   * Works with the stored data at once if the services have loaded, so that a user who is shown as signed in is still
   * signed in after a reload.
   */
  const memory = (work: (memory: Services['memory']) => void) => {
    if (services) work(services.memory);
    else void fetchServices().then((fetched) => work(fetched.memory));
  };

  const session: SessionActor = createActor(
    sessionMachine.provide({
      actors: {
        recall: lazy(async () => {
          if (isFirstVisit(window)) return recallNothing;
          if (tokenIn(window) !== null) void fetchWorkspace().catch(() => {});
          return (await fetchServices()).recall;
        }),
        checkSession: lazy(async () => (await fetchServices()).checkSession),
        login: lazy(async () => (await fetchServices()).login),
        logout: lazy(async () => (await fetchServices()).logout),
        tabs: tabs.listen,
        connection: connectionMachine.provide({
          actors: {
            network: watchNetwork(window),
            server: watchServer(reach),
            pingServer: lazy(async () => (await fetchServices()).pingServer),
          },
        }),
        reloadGuard: reloadGuardMachine.provide({
          actors: {
            chunks: reloads.chunks,
            recallReloads: reloads.recall,
            reload: reloads.reload,
          },
          actions: {
            forgetReloads: () => reloads.forget(),
            reloadPage: () => window.location.reload(),
          },
        }),
        navigation: navigationMachine.provide({
          actors: { location: watchLocation(window) },
          actions: {
            detour: (_, { place, audience }) => {
              const to = detourFor(place, audience);
              if (to !== null) goTo(to, { replace: true });
            },
            scroll: (_, params) => {
              if (params.scroll) scroll(params.scroll);
            },
          },
        }),
        auth: authMachine.provide({
          actors: {
            fetchPages: fromPromise(fetchPages),
            signUp: authPart('signUp'),
            verification: authPart('verification'),
            forgotten: authPart('forgotten'),
            reset: authPart('reset'),
            invite: authPart('invite'),
            document: authPart('document'),
          },
        }),
        workspace: injectedMachine('workspace', () => workspace),
      },
      actions: {
        remember: (_, { facts }) => memory((storage) => storage.remember(facts)),
        rememberPreferences: (_, { preferences }) =>
          memory((storage) => storage.rememberPreferences(preferences)),
        forget: () => memory((storage) => storage.forget()),
        announceSignOut: () => tabs.announceSignOut(),
      },
    }),
    { systemId: 'session' },
  );
  session.subscribe({ error: (reason) => environment.report('The app stopped working.', reason) });
  return session;
}
