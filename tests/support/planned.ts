import type { AnyStateMachine } from 'xstate';
import { connectionMachine } from '#machines/app/connection.ts';
import { exportMachine } from '#machines/app/export.ts';
import { navigationMachine } from '#machines/app/navigation.ts';
import { reloadGuardMachine } from '#machines/app/reload-guard.ts';
import { searchMachine } from '#machines/app/search.ts';
import { sessionMachine } from '#machines/app/session.ts';
import { shareMachine } from '#machines/app/share.ts';
import { workspaceMachine } from '#machines/app/workspace.ts';
import { authMachine } from '#machines/auth/auth.ts';
import { documentMachine } from '#machines/auth/document.ts';
import { inviteMachine } from '#machines/auth/invite.ts';
import { signUpMachine } from '#machines/auth/sign-up.ts';
import { billingMachine } from '#machines/billing/billing.ts';
import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { conversionsMachine } from '#machines/conversions/conversions.ts';
import { correctionMachine } from '#machines/conversions/correction.ts';
import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import { figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import { deliveriesMachine, deliveryListMachine } from '#machines/event-pixels/deliveries.ts';
import { eventPixelsMachine } from '#machines/event-pixels/event-pixels.ts';
import { pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import { pixelHealthMachine } from '#machines/event-pixels/pixel-health.ts';
import { testDeliveryMachine } from '#machines/event-pixels/test-delivery.ts';
import { funnelCreationMachine } from '#machines/funnels/funnel-creation.ts';
import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { funnelEditorMachine } from '#machines/funnels/funnel-editor.ts';
import { funnelOverviewMachine } from '#machines/funnels/funnel-overview.ts';
import { funnelPeopleMachine } from '#machines/funnels/funnel-people.ts';
import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { funnelsMachine } from '#machines/funnels/funnels.ts';
import { publishingMachine } from '#machines/funnels/publishing.ts';
import { submissionOf } from '#machines/kit/submission.ts';
import { pixelExecutedMachine } from '#machines/master-pixels/pixel-executed.ts';
import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { newTermsMachine } from '#machines/offers/new-terms.ts';
import { offerChangesMachine } from '#machines/offers/offer-changes.ts';
import { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import { offerEditorMachine } from '#machines/offers/offer-editor.ts';
import { offerImportMachine } from '#machines/offers/offer-import.ts';
import { offerPayoutsMachine } from '#machines/offers/offer-payouts.ts';
import { offerStatusMachine } from '#machines/offers/offer-status.ts';
import { offersListMachine } from '#machines/offers/offers-list.ts';
import { orderTestMachine } from '#machines/pixels/order-test.ts';
import { pixelsMachine } from '#machines/pixels/pixels.ts';
import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import { verifyChainMachine } from '#machines/settings/audit-log.ts';
import { companyMachine } from '#machines/settings/company.ts';
import { logoMachine } from '#machines/settings/logo.ts';
import { passwordMachine } from '#machines/settings/password.ts';
import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { jobRunMachine } from '#machines/settings/scheduled-jobs.ts';
import { settingsMachine } from '#machines/settings/settings.ts';
import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { splitTestsMachine } from '#machines/split-tests/split-tests.ts';
import { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { testResultsMachine } from '#machines/split-tests/test-results.ts';
import { type Path, type Plan, pathsOver } from './paths.ts';
import { connectionPlan } from './plans/app/connection.ts';
import { exportPlan } from './plans/app/export.ts';
import { navigationPlan } from './plans/app/navigation.ts';
import { reloadGuardPlan } from './plans/app/reload-guard.ts';
import { searchPlan } from './plans/app/search.ts';
import { sessionPlan } from './plans/app/session.ts';
import { sharePlan } from './plans/app/share.ts';
import { workspacePlan } from './plans/app/workspace.ts';
import { authPlan } from './plans/auth/auth.ts';
import { documentPlan } from './plans/auth/document.ts';
import { invitePlan } from './plans/auth/invite.ts';
import { signUpPlan } from './plans/auth/sign-up.ts';
import { billingPlan } from './plans/billing/billing.ts';
import { conversionDecisionPlan } from './plans/conversions/conversion-decision.ts';
import { conversionDetailPlan } from './plans/conversions/conversion-detail.ts';
import { conversionsPlan } from './plans/conversions/conversions.ts';
import { correctionPlan } from './plans/conversions/correction.ts';
import { reconcilePlan } from './plans/conversions/reconcile.ts';
import { reconcileValuesPlan } from './plans/conversions/reconcile-values.ts';
import { breakdownPlan } from './plans/dashboard/breakdown.ts';
import { dashboardPlan } from './plans/dashboard/dashboard.ts';
import { demoBackfillPlan } from './plans/dashboard/demo-backfill.ts';
import { figureRowsPlan } from './plans/dashboard/figure-rows.ts';
import { firstEventPlan } from './plans/dashboard/first-event.ts';
import { regionsPlan } from './plans/dashboard/regions.ts';
import { weekdayHoursPlan } from './plans/dashboard/weekday-hours.ts';
import { deliveriesPlan } from './plans/event-pixels/deliveries.ts';
import { eventPixelsPlan } from './plans/event-pixels/event-pixels.ts';
import { pixelEditorPlan } from './plans/event-pixels/pixel-editor.ts';
import { pixelHealthPlan } from './plans/event-pixels/pixel-health.ts';
import { testDeliveryPlan } from './plans/event-pixels/test-delivery.ts';
import { funnelCreationPlan } from './plans/funnels/funnel-creation.ts';
import { funnelDashboardPlan } from './plans/funnels/funnel-dashboard.ts';
import { funnelEditorPlan } from './plans/funnels/funnel-editor.ts';
import { funnelOverviewPlan } from './plans/funnels/funnel-overview.ts';
import { funnelPeoplePlan } from './plans/funnels/funnel-people.ts';
import { funnelWizardPlan } from './plans/funnels/funnel-wizard.ts';
import { funnelsPlan } from './plans/funnels/funnels.ts';
import { publishingPlan } from './plans/funnels/publishing.ts';
import { collectionPlan, tokenCollection } from './plans/kit/collection.ts';
import { editorPlan, noteEditor } from './plans/kit/editor.ts';
import { formPlan } from './plans/kit/form.ts';
import { jobPlan } from './plans/kit/job.ts';
import { loaderPlan, totalsLoader } from './plans/kit/loader.ts';
import { pagedListPlan } from './plans/kit/paged-list.ts';
import { notePreview, previewPlan } from './plans/kit/preview.ts';
import { submissionPlan } from './plans/kit/submission.ts';
import { taskPlan } from './plans/kit/task.ts';
import { pixelExecutedPlan } from './plans/master-pixels/pixel-executed.ts';
import { pixelInstallPlan } from './plans/master-pixels/pixel-install.ts';
import { pixelStreamPlan } from './plans/master-pixels/pixel-stream.ts';
import { newTermsPlan } from './plans/offers/new-terms.ts';
import { offerChangesPlan } from './plans/offers/offer-changes.ts';
import { offerDetailPlan } from './plans/offers/offer-detail.ts';
import { offerEditorPlan } from './plans/offers/offer-editor.ts';
import { offerImportPlan } from './plans/offers/offer-import.ts';
import { offerPayoutsPlan } from './plans/offers/offer-payouts.ts';
import { offerStatusPlan } from './plans/offers/offer-status.ts';
import { offersListPlan } from './plans/offers/offers-list.ts';
import { orderTestPlan } from './plans/pixels/order-test.ts';
import { pixelsPlan } from './plans/pixels/pixels.ts';
import { filterOptionsPlan } from './plans/selection/filter-options.ts';
import { selectionPlan } from './plans/selection/selection.ts';
import { logoPlan } from './plans/settings/logo.ts';
import { passwordPlan } from './plans/settings/password.ts';
import { projectDeletionPlan } from './plans/settings/project-deletion.ts';
import { settingsPlan } from './plans/settings/settings.ts';
import { splitTestDetailPlan } from './plans/split-tests/split-test-detail.ts';
import { splitTestLaunchPlan } from './plans/split-tests/split-test-launch.ts';
import { splitTestWizardPlan } from './plans/split-tests/split-test-wizard.ts';
import { splitTestsPlan } from './plans/split-tests/split-tests.ts';
import { testChangePlan } from './plans/split-tests/test-change.ts';
import { testResultsPlan } from './plans/split-tests/test-results.ts';

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

/** Every machine with its plan, by the name of its file; a generic machine is represented by one of its instances. */
export const plannedMachines: Record<string, Planned> = {
  'first-event': planned(firstEventMachine, firstEventPlan),
  billing: planned(billingMachine, billingPlan),
  breakdown: planned(breakdownMachine, breakdownPlan),
  connection: planned(connectionMachine, connectionPlan),
  conversions: planned(conversionsMachine, conversionsPlan),
  correction: planned(correctionMachine, correctionPlan),
  dashboard: planned(dashboardMachine, dashboardPlan),
  'conversion-decision': planned(conversionDecisionMachine, conversionDecisionPlan),
  deliveries: planned(deliveriesMachine, deliveriesPlan),
  document: planned(documentMachine, documentPlan),
  auth: planned(authMachine, authPlan),
  editor: planned(noteEditor, editorPlan),
  'event-pixels': planned(eventPixelsMachine, eventPixelsPlan),
  export: planned(exportMachine, exportPlan),
  'figure-rows': planned(figureRowsMachine, figureRowsPlan),
  'demo-backfill': planned(demoBackfillMachine, demoBackfillPlan),
  'filter-options': planned(filterOptionsMachine, filterOptionsPlan),
  'funnel-creation': planned(funnelCreationMachine, funnelCreationPlan),
  'funnel-wizard': planned(funnelWizardMachine, funnelWizardPlan),
  funnels: planned(funnelsMachine, funnelsPlan),
  form: planned(companyMachine, formPlan),
  'funnel-editor': planned(funnelEditorMachine, funnelEditorPlan),
  'funnel-overview': planned(funnelOverviewMachine, funnelOverviewPlan),
  publishing: planned(publishingMachine, publishingPlan),
  'funnel-dashboard': planned(funnelDashboardMachine, funnelDashboardPlan),
  'funnel-people': planned(funnelPeopleMachine, funnelPeoplePlan),
  invite: planned(inviteMachine, invitePlan),
  job: planned(jobRunMachine, jobPlan),
  loader: planned(totalsLoader, loaderPlan),
  logo: planned(logoMachine, logoPlan),
  navigation: planned(navigationMachine, navigationPlan),
  'new-terms': planned(newTermsMachine, newTermsPlan),
  'offer-detail': planned(offerDetailMachine, offerDetailPlan),
  'offer-status': planned(offerStatusMachine, offerStatusPlan),
  'offer-changes': planned(offerChangesMachine, offerChangesPlan),
  'offer-editor': planned(offerEditorMachine, offerEditorPlan),
  'offer-import': planned(offerImportMachine, offerImportPlan),
  'offers-list': planned(offersListMachine, offersListPlan),
  'offer-payouts': planned(offerPayoutsMachine, offerPayoutsPlan),
  'test-change': planned(testChangeMachine, testChangePlan),
  'test-results': planned(testResultsMachine, testResultsPlan),
  'order-test': planned(orderTestMachine, orderTestPlan),
  'paged-list': planned(deliveryListMachine, pagedListPlan),
  password: planned(passwordMachine, passwordPlan),
  'pixel-editor': planned(pixelEditorMachine, pixelEditorPlan),
  'pixel-executed': planned(pixelExecutedMachine, pixelExecutedPlan),
  'pixel-health': planned(pixelHealthMachine, pixelHealthPlan),
  'pixel-install': planned(pixelInstallMachine, pixelInstallPlan),
  'pixel-stream': planned(pixelStreamMachine, pixelStreamPlan),
  'test-delivery': planned(testDeliveryMachine, testDeliveryPlan),
  pixels: planned(pixelsMachine, pixelsPlan),
  preview: planned(notePreview, previewPlan),
  'project-deletion': planned(projectDeletionMachine, projectDeletionPlan),
  reconcile: planned(reconcileMachine, reconcilePlan),
  'reconcile-values': planned(reconcileValuesMachine, reconcileValuesPlan),
  'reload-guard': planned(reloadGuardMachine, reloadGuardPlan),
  collection: planned(tokenCollection, collectionPlan),
  selection: planned(selectionMachine, selectionPlan),
  session: planned(sessionMachine, sessionPlan),
  settings: planned(settingsMachine, settingsPlan),
  search: planned(searchMachine, searchPlan),
  share: planned(shareMachine, sharePlan),
  'sign-up': planned(signUpMachine, signUpPlan),
  'split-test-detail': planned(splitTestDetailMachine, splitTestDetailPlan),
  'split-test-launch': planned(splitTestLaunchMachine, splitTestLaunchPlan),
  'split-test-wizard': planned(splitTestWizardMachine, splitTestWizardPlan),
  'split-tests': planned(splitTestsMachine, splitTestsPlan),
  regions: planned(regionsMachine, regionsPlan),
  'weekday-hours': planned(weekdayHoursMachine, weekdayHoursPlan),
  'conversion-detail': planned(conversionDetailMachine, conversionDetailPlan),
  submission: planned(submissionOf<string, string>(), submissionPlan),
  task: planned(verifyChainMachine, taskPlan),
  workspace: planned(workspaceMachine, workspacePlan),
};
