import { type AnyStateMachine, fromPromise } from 'xstate';
import { type WorkspaceScreen, workspaceScreens } from '#machines/app/screens.ts';
import type { ScreenLogic, ScreenStart } from '#machines/app/workspace.ts';
import type { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { injectedMachine, machineBy } from '#machines/kit/injected.ts';
import type { ProjectHistory, reportLoads } from '#services/dashboard/reports.ts';
import type { createGoTo } from '#services/kit/location.ts';
import type { watchReconnect } from '#services/kit/network.ts';
import type { Environment } from './environment.ts';
import type { Services } from './session-services.ts';

/** The parts from which the wiring of a screen can provide its machine. */
export type ScreenParts = {
  environment: Environment;
  services: Services;
  goTo: ReturnType<typeof createGoTo>;
  network: ReturnType<typeof watchReconnect>;
  history: ProjectHistory;
  loadRest: ReturnType<typeof reportLoads>['loadRest'];
  token: () => string | null;
  /** Reports that the data of the member has changed on the server; a null token means that the token is unchanged. */
  renewed: (token: string | null) => void;
};

/** The wiring of a screen that needs services exports `provide<Name>`. */
type Wiring = Record<string, (machine: AnyStateMachine, parts: ScreenParts) => AnyStateMachine>;

const wirings = import.meta.glob<Wiring>([
  './*.ts',
  '!./{auth,environment,event-pixels,screens,session,session-services,workspace}.ts',
]);

/**
 * Provides the machine of every screen of the workspace, by its row. The code of every screen except the dashboard
 * loads when the screen is opened.
 */
export function createScreens(dashboard: typeof dashboardMachine, parts: ScreenParts) {
  const joined = new Map<WorkspaceScreen, AnyStateMachine>([['dashboard', dashboard]]);
  const rows = new Map(workspaceScreens);

  async function fetch(screen: WorkspaceScreen): Promise<void> {
    const machine = rows.get(screen)?.machine;
    const file = `./${screen.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    const [bare, wiring] = await Promise.all([machine?.(), wirings[file]?.()]);
    const provide = wiring?.[`provide${screen.charAt(0).toUpperCase()}${screen.slice(1)}`];
    if (wiring && !provide) throw new Error(`src/wiring/${file} provides nothing for ${screen}.`);
    if (bare && !joined.has(screen)) joined.set(screen, provide?.(bare, parts) ?? bare);
  }

  const screen: ScreenLogic = machineBy(
    ({ screen }: ScreenStart) => joined.get(screen) ?? injectedMachine(screen),
  );
  const fetchScreen = fromPromise<WorkspaceScreen, WorkspaceScreen>(async ({ input }) => {
    await fetch(input).catch((thrown: unknown) => {
      parts.services.reach.reportMissing(input);
      throw thrown;
    });
    return input;
  });
  return { screen, fetchScreen };
}
