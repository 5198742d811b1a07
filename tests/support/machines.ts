import type { AnyStateMachine } from 'xstate';
import { annotationsMachine } from '#machines/annotations.ts';
import { arrivalsMachine } from '#machines/arrivals.ts';
import { auditLogMachine } from '#machines/audit-log.ts';
import { billingMachine } from '#machines/billing.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { connectionMachine } from '#machines/connection.ts';
import { conversionsMachine } from '#machines/conversions.ts';
import { correctionMachine } from '#machines/correction.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { decisionMachine } from '#machines/decision.ts';
import { deliveriesMachine } from '#machines/deliveries.ts';
import { documentMachine } from '#machines/document.ts';
import { entranceMachine } from '#machines/entrance.ts';
import { eventPixelsMachine } from '#machines/event-pixels.ts';
import { exportMachine } from '#machines/export.ts';
import { figureRowsMachine } from '#machines/figure-rows.ts';
import { fillingMachine } from '#machines/filling.ts';
import { filtersMachine } from '#machines/filters.ts';
import { formOf } from '#machines/form.ts';
import { inviteMachine } from '#machines/invite.ts';
import { loaderOf } from '#machines/loader.ts';
import { logMachine } from '#machines/log.ts';
import { logoMachine } from '#machines/logo.ts';
import { masterPixelsMachine } from '#machines/master-pixels.ts';
import { navigationMachine } from '#machines/navigation.ts';
import { orderTestMachine } from '#machines/order-test.ts';
import { passwordMachine } from '#machines/password.ts';
import { pixelEditorMachine } from '#machines/pixel-editor.ts';
import { pixelExecutedMachine } from '#machines/pixel-executed.ts';
import { pixelHealthMachine } from '#machines/pixel-health.ts';
import { pixelInstallMachine } from '#machines/pixel-install.ts';
import { pixelStreamMachine } from '#machines/pixel-stream.ts';
import { pixelTrialMachine } from '#machines/pixel-trial.ts';
import { pixelsMachine } from '#machines/pixels.ts';
import { postbacksMachine } from '#machines/postbacks.ts';
import { projectDeletionMachine } from '#machines/project-deletion.ts';
import { reconcileMachine } from '#machines/reconcile.ts';
import { reconcileValuesMachine } from '#machines/reconcile-values.ts';
import { reloadGuardMachine } from '#machines/reload-guard.ts';
import { rosterOf } from '#machines/roster.ts';
import { savedViewsMachine } from '#machines/saved-views.ts';
import { selectionMachine } from '#machines/selection.ts';
import { sessionMachine } from '#machines/session.ts';
import { settingsMachine } from '#machines/settings.ts';
import { shareMachine } from '#machines/share.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { statesMachine } from '#machines/states.ts';
import { storyMachine } from '#machines/story.ts';
import { submissionOf } from '#machines/submission.ts';
import { taskOf } from '#machines/task.ts';
import { workspaceMachine } from '#machines/workspace.ts';

/** Every machine of the app by its file. */
export const machines: Record<string, AnyStateMachine> = {
  annotations: annotationsMachine,
  arrivals: arrivalsMachine,
  'audit-log': auditLogMachine,
  billing: billingMachine,
  breakdown: breakdownMachine,
  connection: connectionMachine,
  conversions: conversionsMachine,
  correction: correctionMachine,
  dashboard: dashboardMachine,
  decision: decisionMachine,
  deliveries: deliveriesMachine,
  document: documentMachine,
  entrance: entranceMachine,
  'event-pixels': eventPixelsMachine,
  export: exportMachine,
  'figure-rows': figureRowsMachine,
  filling: fillingMachine,
  filters: filtersMachine,
  form: formOf<unknown, unknown>(),
  invite: inviteMachine,
  loader: loaderOf<unknown, unknown>(),
  log: logMachine,
  logo: logoMachine,
  'master-pixels': masterPixelsMachine,
  navigation: navigationMachine,
  'order-test': orderTestMachine,
  password: passwordMachine,
  'pixel-editor': pixelEditorMachine,
  'pixel-executed': pixelExecutedMachine,
  'pixel-health': pixelHealthMachine,
  'pixel-install': pixelInstallMachine,
  'pixel-stream': pixelStreamMachine,
  'pixel-trial': pixelTrialMachine,
  pixels: pixelsMachine,
  'project-deletion': projectDeletionMachine,
  postbacks: postbacksMachine,
  reconcile: reconcileMachine,
  'reconcile-values': reconcileValuesMachine,
  'reload-guard': reloadGuardMachine,
  roster: rosterOf<unknown, unknown, unknown, unknown>(),
  'saved-views': savedViewsMachine,
  selection: selectionMachine,
  session: sessionMachine,
  settings: settingsMachine,
  share: shareMachine,
  'sign-up': signUpMachine,
  states: statesMachine,
  story: storyMachine,
  submission: submissionOf<unknown, unknown>(),
  task: taskOf<unknown, unknown>(),
  workspace: workspaceMachine,
};
