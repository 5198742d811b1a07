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
import { deliveriesMachine } from '#machines/event-pixels/deliveries.ts';
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
import { type CollectionTypes, collectionOf } from '#machines/kit/collection.ts';
import { type EditorTypes, editorOf } from '#machines/kit/editor.ts';
import { formOf } from '#machines/kit/form.ts';
import { jobOf } from '#machines/kit/job.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import { type PagedListTypes, pagedListOf } from '#machines/kit/paged-list.ts';
import { previewOf } from '#machines/kit/preview.ts';
import { submissionOf } from '#machines/kit/submission.ts';
import { taskOf } from '#machines/kit/task.ts';
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
import { logoMachine } from '#machines/settings/logo.ts';
import { passwordMachine } from '#machines/settings/password.ts';
import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { settingsMachine } from '#machines/settings/settings.ts';
import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { splitTestsMachine } from '#machines/split-tests/split-tests.ts';
import { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { testResultsMachine } from '#machines/split-tests/test-results.ts';

/** Every machine of the app by its file. */
export const machines: Record<string, AnyStateMachine> = {
  'first-event': firstEventMachine,
  billing: billingMachine,
  breakdown: breakdownMachine,
  connection: connectionMachine,
  conversions: conversionsMachine,
  correction: correctionMachine,
  dashboard: dashboardMachine,
  'conversion-decision': conversionDecisionMachine,
  deliveries: deliveriesMachine,
  document: documentMachine,
  auth: authMachine,
  editor: editorOf<EditorTypes>({ draftOf: () => ({}), faultsOf: () => [] }),
  'event-pixels': eventPixelsMachine,
  export: exportMachine,
  'figure-rows': figureRowsMachine,
  'demo-backfill': demoBackfillMachine,
  'filter-options': filterOptionsMachine,
  'funnel-creation': funnelCreationMachine,
  'funnel-wizard': funnelWizardMachine,
  funnels: funnelsMachine,
  form: formOf<unknown, unknown>(),
  'funnel-editor': funnelEditorMachine,
  'funnel-overview': funnelOverviewMachine,
  publishing: publishingMachine,
  'funnel-dashboard': funnelDashboardMachine,
  'funnel-people': funnelPeopleMachine,
  invite: inviteMachine,
  job: jobOf<unknown, unknown>({ endingOf: () => 'open' }),
  loader: loaderOf<unknown, unknown>(),
  logo: logoMachine,
  navigation: navigationMachine,
  'new-terms': newTermsMachine,
  'offer-detail': offerDetailMachine,
  'offer-status': offerStatusMachine,
  'offer-changes': offerChangesMachine,
  'offer-editor': offerEditorMachine,
  'offer-import': offerImportMachine,
  'offers-list': offersListMachine,
  'offer-payouts': offerPayoutsMachine,
  'test-change': testChangeMachine,
  'test-results': testResultsMachine,
  'order-test': orderTestMachine,
  'paged-list': pagedListOf<PagedListTypes>(),
  password: passwordMachine,
  'pixel-editor': pixelEditorMachine,
  'pixel-executed': pixelExecutedMachine,
  'pixel-health': pixelHealthMachine,
  'pixel-install': pixelInstallMachine,
  'pixel-stream': pixelStreamMachine,
  'test-delivery': testDeliveryMachine,
  pixels: pixelsMachine,
  preview: previewOf<unknown, unknown, unknown>(),
  'project-deletion': projectDeletionMachine,
  reconcile: reconcileMachine,
  'reconcile-values': reconcileValuesMachine,
  'reload-guard': reloadGuardMachine,
  collection: collectionOf<CollectionTypes>(),
  selection: selectionMachine,
  session: sessionMachine,
  settings: settingsMachine,
  search: searchMachine,
  share: shareMachine,
  'sign-up': signUpMachine,
  'split-test-detail': splitTestDetailMachine,
  'split-test-launch': splitTestLaunchMachine,
  'split-test-wizard': splitTestWizardMachine,
  'split-tests': splitTestsMachine,
  regions: regionsMachine,
  'weekday-hours': weekdayHoursMachine,
  'conversion-detail': conversionDetailMachine,
  submission: submissionOf<unknown, unknown>(),
  task: taskOf<unknown, unknown>(),
  workspace: workspaceMachine,
};
