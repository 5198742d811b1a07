import type { AnyStateMachine } from 'xstate';
import { annotationsMachine } from '#machines/annotations.ts';
import { arrivalsMachine } from '#machines/arrivals.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { connectionMachine } from '#machines/connection.ts';
import { conversionsMachine } from '#machines/conversions.ts';
import { correctionMachine } from '#machines/correction.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { decisionMachine } from '#machines/decision.ts';
import { exportMachine } from '#machines/export.ts';
import { figureRowsMachine } from '#machines/figure-rows.ts';
import { filtersMachine } from '#machines/filters.ts';
import { loaderOf } from '#machines/loader.ts';
import { logMachine } from '#machines/log.ts';
import { masterPixelsMachine } from '#machines/master-pixels.ts';
import { navigationMachine } from '#machines/navigation.ts';
import { orderTestMachine } from '#machines/order-test.ts';
import { pixelExecutedMachine } from '#machines/pixel-executed.ts';
import { pixelInstallMachine } from '#machines/pixel-install.ts';
import { pixelStreamMachine } from '#machines/pixel-stream.ts';
import { pixelsMachine } from '#machines/pixels.ts';
import { reloadGuardMachine } from '#machines/reload-guard.ts';
import { savedViewsMachine } from '#machines/saved-views.ts';
import { selectionMachine } from '#machines/selection.ts';
import { sessionMachine } from '#machines/session.ts';
import { shareMachine } from '#machines/share.ts';
import { statesMachine } from '#machines/states.ts';
import { storyMachine } from '#machines/story.ts';
import { workspaceMachine } from '#machines/workspace.ts';

/** Every machine of the app by its file. */
export const machines: Record<string, AnyStateMachine> = {
  annotations: annotationsMachine,
  arrivals: arrivalsMachine,
  breakdown: breakdownMachine,
  connection: connectionMachine,
  conversions: conversionsMachine,
  correction: correctionMachine,
  dashboard: dashboardMachine,
  decision: decisionMachine,
  export: exportMachine,
  'figure-rows': figureRowsMachine,
  filters: filtersMachine,
  loader: loaderOf<unknown, unknown>(),
  log: logMachine,
  'master-pixels': masterPixelsMachine,
  navigation: navigationMachine,
  'order-test': orderTestMachine,
  'pixel-executed': pixelExecutedMachine,
  'pixel-install': pixelInstallMachine,
  'pixel-stream': pixelStreamMachine,
  pixels: pixelsMachine,
  'reload-guard': reloadGuardMachine,
  'saved-views': savedViewsMachine,
  selection: selectionMachine,
  session: sessionMachine,
  share: shareMachine,
  states: statesMachine,
  story: storyMachine,
  workspace: workspaceMachine,
};
