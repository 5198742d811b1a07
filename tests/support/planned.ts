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
import { inviteMachine } from '#machines/invite.ts';
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
import { savedViewsMachine } from '#machines/saved-views.ts';
import { selectionMachine } from '#machines/selection.ts';
import { sessionMachine } from '#machines/session.ts';
import { settingsMachine } from '#machines/settings.ts';
import { companyMachine, tokensMachine, verifyChainMachine } from '#machines/settings-entries.ts';
import { shareMachine } from '#machines/share.ts';
import { signUpMachine } from '#machines/sign-up.ts';
import { statesMachine } from '#machines/states.ts';
import { storyMachine } from '#machines/story.ts';
import { submissionOf } from '#machines/submission.ts';
import { workspaceMachine } from '#machines/workspace.ts';
import { type Path, type Plan, pathsOver } from './paths.ts';
import { annotationsPlan } from './plans/annotations.ts';
import { arrivalsPlan } from './plans/arrivals.ts';
import { auditLogPlan } from './plans/audit-log.ts';
import { billingPlan } from './plans/billing.ts';
import { breakdownPlan } from './plans/breakdown.ts';
import { connectionPlan } from './plans/connection.ts';
import { conversionsPlan } from './plans/conversions.ts';
import { correctionPlan } from './plans/correction.ts';
import { dashboardPlan } from './plans/dashboard.ts';
import { decisionPlan } from './plans/decision.ts';
import { deliveriesPlan } from './plans/deliveries.ts';
import { documentPlan } from './plans/document.ts';
import { entrancePlan } from './plans/entrance.ts';
import { eventPixelsPlan } from './plans/event-pixels.ts';
import { exportPlan } from './plans/export.ts';
import { figureRowsPlan } from './plans/figure-rows.ts';
import { fillingPlan } from './plans/filling.ts';
import { filtersPlan } from './plans/filters.ts';
import { formPlan } from './plans/form.ts';
import { invitePlan } from './plans/invite.ts';
import { loaderPlan, totalsLoader } from './plans/loader.ts';
import { logPlan } from './plans/log.ts';
import { logoPlan } from './plans/logo.ts';
import { masterPixelsPlan } from './plans/master-pixels.ts';
import { navigationPlan } from './plans/navigation.ts';
import { orderTestPlan } from './plans/order-test.ts';
import { passwordPlan } from './plans/password.ts';
import { pixelEditorPlan } from './plans/pixel-editor.ts';
import { pixelExecutedPlan } from './plans/pixel-executed.ts';
import { pixelHealthPlan } from './plans/pixel-health.ts';
import { pixelInstallPlan } from './plans/pixel-install.ts';
import { pixelStreamPlan } from './plans/pixel-stream.ts';
import { pixelTrialPlan } from './plans/pixel-trial.ts';
import { pixelsPlan } from './plans/pixels.ts';
import { postbacksPlan } from './plans/postbacks.ts';
import { projectDeletionPlan } from './plans/project-deletion.ts';
import { reconcilePlan } from './plans/reconcile.ts';
import { reconcileValuesPlan } from './plans/reconcile-values.ts';
import { reloadGuardPlan } from './plans/reload-guard.ts';
import { rosterPlan } from './plans/roster.ts';
import { savedViewsPlan } from './plans/saved-views.ts';
import { selectionPlan } from './plans/selection.ts';
import { sessionPlan } from './plans/session.ts';
import { settingsPlan } from './plans/settings.ts';
import { sharePlan } from './plans/share.ts';
import { signUpPlan } from './plans/sign-up.ts';
import { statesPlan } from './plans/states.ts';
import { storyPlan } from './plans/story.ts';
import { submissionPlan } from './plans/submission.ts';
import { taskPlan } from './plans/task.ts';
import { workspacePlan } from './plans/workspace.ts';

/** A machine with its plan and its generated paths. */
export type Planned = {
  machine: AnyStateMachine;
  plan: Plan<AnyStateMachine>;
  paths: () => Path<AnyStateMachine>[];
};

const planned = <M extends AnyStateMachine>(machine: M, plan: Plan<M>): Planned => ({
  machine,
  plan: plan as Plan<AnyStateMachine>,
  paths: () => pathsOver(machine, plan),
});

/** Every machine with its plan, by the name of its file; a machine that is one for many stands with one of them. */
export const plannedMachines: Record<string, Planned> = {
  annotations: planned(annotationsMachine, annotationsPlan),
  arrivals: planned(arrivalsMachine, arrivalsPlan),
  'audit-log': planned(auditLogMachine, auditLogPlan),
  billing: planned(billingMachine, billingPlan),
  breakdown: planned(breakdownMachine, breakdownPlan),
  connection: planned(connectionMachine, connectionPlan),
  conversions: planned(conversionsMachine, conversionsPlan),
  correction: planned(correctionMachine, correctionPlan),
  dashboard: planned(dashboardMachine, dashboardPlan),
  decision: planned(decisionMachine, decisionPlan),
  deliveries: planned(deliveriesMachine, deliveriesPlan),
  document: planned(documentMachine, documentPlan),
  entrance: planned(entranceMachine, entrancePlan),
  'event-pixels': planned(eventPixelsMachine, eventPixelsPlan),
  export: planned(exportMachine, exportPlan),
  'figure-rows': planned(figureRowsMachine, figureRowsPlan),
  filling: planned(fillingMachine, fillingPlan),
  filters: planned(filtersMachine, filtersPlan),
  form: planned(companyMachine, formPlan),
  invite: planned(inviteMachine, invitePlan),
  loader: planned(totalsLoader, loaderPlan),
  log: planned(logMachine, logPlan),
  logo: planned(logoMachine, logoPlan),
  'master-pixels': planned(masterPixelsMachine, masterPixelsPlan),
  navigation: planned(navigationMachine, navigationPlan),
  'order-test': planned(orderTestMachine, orderTestPlan),
  password: planned(passwordMachine, passwordPlan),
  'pixel-editor': planned(pixelEditorMachine, pixelEditorPlan),
  'pixel-executed': planned(pixelExecutedMachine, pixelExecutedPlan),
  'pixel-health': planned(pixelHealthMachine, pixelHealthPlan),
  'pixel-install': planned(pixelInstallMachine, pixelInstallPlan),
  'pixel-stream': planned(pixelStreamMachine, pixelStreamPlan),
  'pixel-trial': planned(pixelTrialMachine, pixelTrialPlan),
  pixels: planned(pixelsMachine, pixelsPlan),
  'project-deletion': planned(projectDeletionMachine, projectDeletionPlan),
  postbacks: planned(postbacksMachine, postbacksPlan),
  reconcile: planned(reconcileMachine, reconcilePlan),
  'reconcile-values': planned(reconcileValuesMachine, reconcileValuesPlan),
  'reload-guard': planned(reloadGuardMachine, reloadGuardPlan),
  roster: planned(tokensMachine, rosterPlan),
  'saved-views': planned(savedViewsMachine, savedViewsPlan),
  selection: planned(selectionMachine, selectionPlan),
  session: planned(sessionMachine, sessionPlan),
  settings: planned(settingsMachine, settingsPlan),
  share: planned(shareMachine, sharePlan),
  'sign-up': planned(signUpMachine, signUpPlan),
  states: planned(statesMachine, statesPlan),
  story: planned(storyMachine, storyPlan),
  submission: planned(submissionOf<string, string>(), submissionPlan),
  task: planned(verifyChainMachine, taskPlan),
  workspace: planned(workspaceMachine, workspacePlan),
};
