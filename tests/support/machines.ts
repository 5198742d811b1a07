import type { AnyStateMachine } from 'xstate';
import { breakdownMachine } from '#machines/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { loaderOf } from '#machines/loader.ts';
import { navigationMachine } from '#machines/navigation.ts';
import { selectionMachine } from '#machines/selection.ts';
import { sessionMachine } from '#machines/session.ts';
import { workspaceMachine } from '#machines/workspace.ts';

/** Every machine of the app by its file. */
export const machines: Record<string, AnyStateMachine> = {
  breakdown: breakdownMachine,
  dashboard: dashboardMachine,
  loader: loaderOf<unknown, unknown>(),
  navigation: navigationMachine,
  selection: selectionMachine,
  session: sessionMachine,
  workspace: workspaceMachine,
};
