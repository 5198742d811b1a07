import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { DemoBackfill } from '#contract/installation/schemas.ts';
import type { Access } from './access/access.ts';
import { authentication } from './access/authentication.ts';
import { createAccessRecheck } from './access/recheck-access.ts';
import { createAnonymousLimits } from './accounts/anonymous-limits.ts';
import type { Hasher } from './accounts/hasher.ts';
import { loginLimits } from './accounts/login-limits.ts';
import { passwordRoutes } from './accounts/password-routes.ts';
import { registrationRoutes } from './accounts/registration-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { readAccessQuietly, readMemberships } from './accounts/sessions.ts';
import type { SignUpGate } from './accounts/sign-up-gate.ts';
import { userRoutes } from './accounts/user-routes.ts';
import { verificationRoutes } from './accounts/verification-routes.ts';
import { affiliateRoutes } from './affiliates/routes.ts';
import { grantOf, narrowGrant } from './analytics/cube/grant.ts';
import type { ReportDependencies } from './analytics/dashboard/report-answers.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { createAnalyticsReaders } from './analytics/runner/analytics-reader.ts';
import type { AnswerLimits } from './analytics/runner/answer-cache.ts';
import type { LabelCache } from './analytics/runner/label-cache.ts';
import { createWarehouseReads } from './analytics/runner/query-runner.ts';
import { annotationRoutes } from './annotations/routes.ts';
import { readHolder } from './api-tokens/repository.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { createBilling } from './billing/billing.ts';
import { type BillingSettings, stepAfterCompany } from './billing/settings.ts';
import { createKeyRing } from './collect/key-ring.ts';
import { pixelScriptRoutes, readPixelScript } from './collect/pixel-script.ts';
import { createClickSpool } from './collect/public/click-spool.ts';
import { createPixelCounters } from './collect/public/counters.ts';
import { createPixelCache } from './collect/public/pixel-cache.ts';
import { createPostbackAddresses } from './collect/public/postback-addresses.ts';
import { type CollectRates, publicCollectRoutes } from './collect/public/routes.ts';
import { createTestBook } from './collect/public/test-book.ts';
import { collectRoutes } from './collect/routes.ts';
import { decisionRoutes } from './conversions/decision-routes.ts';
import { reconciliationRoutes } from './conversions/reconciliation-routes.ts';
import { conversionRoutes } from './conversions/routes.ts';
import type { Connection } from './database/orm.ts';
import { documentRoutes } from './documents/routes.ts';
import type { CheckDestination } from './egress/destination-checks.ts';
import { type DeliveryDependencies, deliveryRoutes } from './event-pixels/delivery-routes.ts';
import { eventPixelRoutes } from './event-pixels/routes.ts';
import { failedItemRoutes } from './failed-items/routes.ts';
import { discoveryRoutes } from './funnels/discovery-routes.ts';
import { readStepHealth } from './funnels/health/step-health-rows.ts';
import { funnelHistoryRoutes } from './funnels/history-routes.ts';
import { ownFunnels } from './funnels/report/analysis-data.ts';
import { funnelReportRoutes } from './funnels/report/routes.ts';
import { funnelRoutes } from './funnels/routes.ts';
import { funnelStatusRoutes } from './funnels/status-routes.ts';
import { funnelStepRoutes } from './funnels/step-routes.ts';
import type { AddressInfo } from './geo/address-info.ts';
import { imageRoutes } from './images/routes.ts';
import { settingsRoutes } from './installation/routes.ts';
import { upgradeNoticeRoutes } from './installation/upgrade-notice-routes.ts';
import { acceptInviteRoutes } from './invites/accept-routes.ts';
import { createInviteSending } from './invites/invite-sending.ts';
import { retryInviteMails } from './invites/retry-invite-mails.ts';
import { inviteRoutes } from './invites/routes.ts';
import { putBackJobs, queueRun } from './jobs/ask-run.ts';
import type { Job } from './jobs/define-job.ts';
import { openQueue } from './jobs/queue.ts';
import { jobRoutes } from './jobs/routes.ts';
import { createAttempts } from './limits/attempts.ts';
import type { Mailer } from './mail/mailer.ts';
import { createEventTimes } from './master-pixels/event-times.ts';
import { pixelPageRoutes } from './master-pixels/page-routes.ts';
import { executedRoutes } from './master-pixels/pixel-executed-routes.ts';
import { pixelRoutes } from './master-pixels/project-event-routes.ts';
import { masterPixelRoutes } from './master-pixels/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { offerAccessRoutes } from './offers/access-routes.ts';
import { offerBulkRoutes } from './offers/bulk-routes.ts';
import { offerCapRoutes } from './offers/caps/cap-routes.ts';
import { capStatuses } from './offers/caps/cap-status.ts';
import { longestClicks, recountCaps } from './offers/caps/recount.ts';
import type { OfferDependencies } from './offers/dependencies.ts';
import { offerImportRoutes } from './offers/import/import-routes.ts';
import { offerLinkRoutes } from './offers/link-routes.ts';
import { offerLogRoutes } from './offers/log-routes.ts';
import { offerIdRoutes } from './offers/offer-id-routes.ts';
import { postbackTestRoutes } from './offers/postback-test/test-routes.ts';
import { offerReportRoutes } from './offers/report-routes.ts';
import { offerRoutes } from './offers/routes.ts';
import { offerStatusRoutes } from './offers/status-routes.ts';
import { offerTermsRoutes } from './offers/terms-routes.ts';
import { orderTestRoutes } from './order-test/routes.ts';
import { payoutRoutes } from './payouts/routes.ts';
import { statementRoutes } from './payouts/statement-routes.ts';
import { createInbox } from './pipeline/inbox.ts';
import { pipelineQueues } from './pipeline/put-back.ts';
import { reasonOf } from './platform/failure.ts';
import type { Log } from './platform/logger.ts';
import { projectRoot } from './platform/project-root.ts';
import { Refusal } from './platform/refusal.ts';
import { createTurnWork } from './platform/turn-work.ts';
import { idempotency } from './plugins/idempotency.ts';
import { createPostbackRecorder } from './postbacks/postback-recorder.ts';
import { postbackLogRoutes } from './postbacks/routes.ts';
import { projectDeletionRoutes } from './projects/deletion-routes.ts';
import { resolveScope } from './projects/resolve-scope.ts';
import { projectRoutes } from './projects/routes.ts';
import { createWarehouseStatistics } from './projects/warehouse-statistics.ts';
import { viewRoutes } from './saved-views/routes.ts';
import { splitTestDecisionRoutes } from './split-tests/decision-routes.ts';
import { splitTestPlanningRoutes } from './split-tests/planning/planning-routes.ts';
import { createStartFacts } from './split-tests/planning/start-facts.ts';
import { splitTestReportRoutes } from './split-tests/report-routes.ts';
import { splitTestRoutes } from './split-tests/routes.ts';
import { splitTestShipRoutes } from './split-tests/ship-routes.ts';
import { snapshotJobName } from './split-tests/snapshot-job.ts';
import { splitTestStatusRoutes } from './split-tests/status-routes.ts';
import { splitTestWeightRoutes } from './split-tests/weight-routes.ts';
import { createLive, type Live } from './stream/live.ts';
import { streamRoutes } from './stream/routes.ts';
import { createStreams } from './stream/streams.ts';
import { trackingLinkRoutes } from './tracking-links/routes.ts';

export type ModuleDependencies = {
  pool: pg.Pool;
  /** The read-only client of the warehouse. */
  reader: ClickHouseClient;
  /** Whether the database does not answer at present. */
  isDatabaseSilent?: () => boolean;
  /** A file for clicks that wait for the database; without it they wait in memory alone. */
  waitingClicks?: string;
  /** Whether the warehouse is a cluster. */
  isCluster?: boolean;
  hasher: Hasher;
  log: Log;
  now: () => Date;
  mailer: Mailer;
  /** Whether strangers may sign up, and how: `perHour` limits one network. */
  signUp: { gate: SignUpGate; verifiesEmail: boolean; perHour: number };
  /** Wakes the mover after something was added to the inbox. */
  wake: () => void;
  /** Notifies the mover of decisions and corrections. */
  onDecision: () => void;
  /** The moment up to which every acknowledged event is in the warehouse. */
  watermark: () => Promise<Date>;
  /** Scheduled work, and what notices that a run was queued; without it there is none. */
  jobs?: { known: readonly Job[]; wake: () => void };
  labels: LabelCache;
  /** Signs the tokens of the analytics endpoint. */
  analyticsSecret: string;
  version: string;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: () => string;
  useCube: boolean;
  /** The progress of the demo's backfill. */
  backfillProgress?: () => DemoBackfill | null;
  /** Events a second that the public collector accepts. */
  collectRates: CollectRates;
  /** Facts about the addresses of events. */
  addressInfo: AddressInfo;
  /** The vault of event pixels' secrets, and the hosts they may call. */
  pixels: Pick<DeliveryDependencies, 'vault' | 'lookup' | 'allowHosts'>;
  /** Visits new destinations of offers; without it they are not visited. */
  checkDestination?: CheckDestination;
  /** A folder with the operator's own policy and terms; without it the shipped ones are served. */
  ownDocuments?: string;
  /** Recent events; by default they are read from the database. */
  live?: Live;
  billing: BillingSettings;
  /** Limits of kept answers; without them none is kept. */
  answers?: AnswerLimits;
  /** Finds the holder of a token; tests replace it. */
  accessOf?: (token: string, connection?: Connection) => Promise<Access | null>;
};

export type RegisterModule = (app: FastifyInstance) => void | Promise<void>;

const pixelFolder = join(projectRoot, 'dist', 'pixel');

/** The modules of the API, in the order of its pages. */
export function createModules(dependencies: ModuleDependencies): readonly RegisterModule[] {
  const { pool, reader, hasher, log, now, wake, watermark, version, publicUrl, useCube } =
    dependencies;
  const { addressInfo, isDatabaseSilent: isSilent } = dependencies;
  const { accessOf = (token, connection = pool) => readHolder(connection, token, now()) } =
    dependencies;
  const statistics = createWarehouseStatistics({ pool, reader, now });
  const keys = createKeyRing({ pool, now });
  const inbox = createInbox({ pool, now, wake, log });
  const counters = createPixelCounters({ pool, now, log });
  const pixelCache = createPixelCache(pool, isSilent);
  const recorder = createPostbackRecorder({ pool, now, log });
  const analyticsFor = createAnalyticsReaders({
    reader,
    pool,
    labels: dependencies.labels,
    isCluster: dependencies.isCluster ?? false,
    answers: dependencies.answers,
  });
  const live = dependencies.live ?? createLive({ pool, reader, now, log });
  const scripts = {
    pixel: readPixelScript(join(pixelFolder, 'px.js'), log),
    assign: readPixelScript(join(pixelFolder, 'px-assign.js'), log),
  };
  const idempotent = idempotency({ pool, now });
  const currentAccessOf = async (token: string) => {
    const present = await (dependencies.accessOf?.(token) ?? readAccessQuietly(pool, token, now()));
    return present && billing.applyEntitlement(present, undefined).catch(closedTo(present));
  };
  const attempts = createAttempts({ pool, now });
  const limits = loginLimits(attempts, () => now().getTime());
  const { mailer, signUp } = dependencies;
  const anonymousLimits = createAnonymousLimits({
    signUpsPerHour: signUp.perHour,
    attempts,
  });
  const billing = createBilling({
    pool,
    reader,
    now,
    idempotent,
    mailer,
    log,
    publicUrl,
    settings: dependencies.billing,
  });
  const { known: jobs, wake: wakeJobs } = dependencies.jobs ?? { known: [], wake: () => undefined };
  const jobQueue = openQueue(pool, log);
  const recheckAccessOf = createAccessRecheck(accessOf);
  const accessOfTurn = createTurnWork<Access | null>();
  const watermarkOfTurn = createTurnWork<Date>();
  const sending = createInviteSending({
    pool,
    attempts,
    mailer,
    publicUrl,
    now,
    log,
    recheckAccessOf,
  });
  const reports: ReportDependencies = {
    pool,
    analyticsFor,
    now,
    watermark: () => watermarkOfTurn('', watermark),
    resolveScope: (access, selection) => resolveScope(pool, access, selection),
    ownFunnels: ownFunnels(pool, now),
  };
  const deciding = { ...reports, idempotent, onDecision: dependencies.onDecision };
  const { select } = createWarehouseReads(reader, { isCluster: dependencies.isCluster ?? false });
  const recount = (project: number, offerId: string) =>
    recountCaps({ pool, select, now, watermark }, project, {
      offerIds: [offerId],
      withClicks: true,
      ratesLast: 0,
      renewed: longestClicks,
    }).catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'caps could not be counted yet');
    });
  const offers: OfferDependencies = {
    ...{ pool, now, idempotent, mailer, publicUrl, analyticsFor },
    resolveScope: reports.resolveScope,
    egress: dependencies.pixels,
    checkDestination: dependencies.checkDestination ?? (async () => null),
    capsOf: capStatuses(now),
    recount,
  };
  const testBook = createTestBook(pool, isSilent);
  const splitTests = {
    ...{ pool, select, now, idempotent, publicUrl },
    egress: dependencies.pixels,
    checkDestination: offers.checkDestination,
    startFacts: createStartFacts({ pool, select, now }),
    onChange() {
      testBook.forget();
      wakeJobs();
    },
    askForSnapshots: (client: pg.PoolClient, project: number) =>
      queueRun(client, jobQueue, { job: snapshotJobName, project }),
  };
  const people = { pool, hasher, limits, anonymousLimits, mailer, now, publicUrl };
  return [
    (app) =>
      authentication(app, {
        readAccess: (token) => accessOfTurn(token, () => accessOf(token)),
        applyEntitlement: billing.applyEntitlement,
      }),
    (app) => accountRoutes(app, { pool, hasher, limits, now }),
    (app) => registrationRoutes(app, { ...people, signUp }),
    (app) => verificationRoutes(app, { ...people, signUp }),
    (app) => passwordRoutes(app, people),
    (app) => userRoutes(app, { ...people, verifiesEmail: signUp.verifiesEmail }),
    (app) => sessionRoutes(app, { pool, now }),
    (app) => imageRoutes(app, { pool }),
    (app) => inviteRoutes(app, { pool, sending, now, idempotent }),
    (app) => acceptInviteRoutes(app, { pool, hasher, now }),
    (app) => memberRoutes(app, { pool, hasher, limits, now, recheckAccessOf }),
    (app) => apiTokenRoutes(app, { pool, hasher, limits, now, recheckAccessOf }),
    (app) => auditRoutes(app, { pool, now }),
    (app) =>
      failedItemRoutes(app, {
        pool,
        now,
        putBack: {
          ...pipelineQueues(dependencies.onDecision),
          mails: retryInviteMails(pool, sending),
          jobs: putBackJobs(jobQueue, wakeJobs),
        },
      }),
    (app) => jobRoutes(app, { pool, now, jobs, queue: jobQueue, wake: wakeJobs }),
    (app) =>
      projectRoutes(app, {
        pool,
        statistics,
        now,
        idempotent,
        collectKeyRotated: keys.forget,
        afterCompany: stepAfterCompany(billing.mode),
        recheckAccessOf,
      }),
    (app) =>
      projectDeletionRoutes(app, {
        pool,
        statistics,
        now,
        mailer,
        publicUrl,
        paying: billing,
        recheckAccessOf,
      }),
    (app) => affiliateRoutes(app, { pool, statistics, now }),
    (app) => offerIdRoutes(app, { pool, statistics, now }),
    (app) => offerRoutes(app, offers),
    (app) => offerStatusRoutes(app, offers),
    (app) => offerTermsRoutes(app, offers),
    (app) => offerAccessRoutes(app, offers),
    (app) => offerLinkRoutes(app, offers),
    (app) => offerReportRoutes(app, offers),
    (app) => offerLogRoutes(app, offers),
    (app) => offerBulkRoutes(app, offers),
    (app) => offerImportRoutes(app, offers),
    (app) => postbackTestRoutes(app, { ...offers, attempts, reader }),
    (app) => offerCapRoutes(app, offers),
    (app) => pixelRoutes(app, { pool, statistics, publicUrl }),
    (app) =>
      masterPixelRoutes(app, {
        pool,
        statistics,
        publicUrl,
        now,
        seenIn: createEventTimes({ pool, reader, now }),
        flushCounters: counters.flush,
        changed: () => {
          pixelCache.forget();
          keys.forget();
        },
        scriptVersion: scripts.pixel?.hash ?? null,
      }),
    (app) => pixelPageRoutes(app, { pool, attempts, publicUrl, now, egress: dependencies.pixels }),
    (app) => executedRoutes(app, { pool, reader, now }),
    (app) => eventPixelRoutes(app, { pool, now, idempotent, ...dependencies.pixels }),
    (app) => deliveryRoutes(app, { pool, attempts, reader, now, ...dependencies.pixels }),
    (app) => funnelRoutes(app, { pool, reader, now, idempotent }),
    (app) => funnelStatusRoutes(app, { pool, now }),
    (app) => funnelStepRoutes(app, { pool, reader, now, idempotent }),
    (app) => funnelHistoryRoutes(app, { pool, now, idempotent }),
    (app) =>
      funnelReportRoutes(app, { ...reports, reader, healthOf: (id) => readStepHealth(pool, id) }),
    (app) => splitTestRoutes(app, splitTests),
    (app) => splitTestStatusRoutes(app, splitTests),
    (app) => splitTestWeightRoutes(app, splitTests),
    (app) => splitTestDecisionRoutes(app, splitTests),
    (app) => splitTestShipRoutes(app, splitTests),
    (app) => splitTestReportRoutes(app, splitTests),
    (app) => splitTestPlanningRoutes(app, splitTests),
    (app) => orderTestRoutes(app, { pool, attempts, reader, now }),
    (app) => trackingLinkRoutes(app, { pool, attempts, reader, publicUrl }),
    (app) => viewRoutes(app, { pool, now }),
    (app) => billing.routes(app),
    (app) => annotationRoutes(app, { pool, now }),
    (app) =>
      settingsRoutes(
        app,
        {
          use_cube: useCube,
          version,
          currency: 'USD',
          default_timezone: 'UTC',
          features: {
            billing: billing.mode === 'stripe',
            invites: true,
            capi: true,
          },
        },
        signUp.gate.isOpen,
        dependencies.backfillProgress ?? (() => null),
      ),
    (app) => upgradeNoticeRoutes(app, { pool, now }),
    (app) => documentRoutes(app, { own: dependencies.ownDocuments ?? null }),
    (app) =>
      analyticsRoutes(app, {
        ...reports,
        secret: dependencies.analyticsSecret,
        currentGrantOf: async (claimed) => {
          const { user: userId } = claimed;
          const memberships = await readMemberships(pool, userId);
          const holder = { userId, isSuperuser: false, isDebug: false, memberships };
          return narrowGrant(claimed, grantOf(await billing.applyEntitlement(holder, undefined)));
        },
      }),
    (app) => conversionRoutes(app, reports),
    (app) => decisionRoutes(app, deciding),
    (app) => reconciliationRoutes(app, deciding),
    (app) => payoutRoutes(app, { ...reports, idempotent }),
    (app) => statementRoutes(app, reports),
    (app) => discoveryRoutes(app, { ...reports, reader }),
    (app) => collectRoutes(app, { pool, inbox, keys, now, addressInfo }),
    (app) => postbackLogRoutes(app, { pool, reader, recorder, now }),
    (app) =>
      streamRoutes(app, { pool, streams: createStreams({ live, now, log }), currentAccessOf }),
    (app) => pixelScriptRoutes(app, scripts),
    (app) =>
      publicCollectRoutes(app, {
        pool,
        inbox,
        keys,
        now,
        addressInfo,
        counters,
        pixelCache,
        testBook,
        isSilent,
        spool: createClickSpool({ inbox, log, isSilent, file: dependencies.waitingClicks }),
        recorder,
        mayReport: createPostbackAddresses(pool, reader),
        rates: dependencies.collectRates,
      }),
  ];
}

/** A user of an unpaid project gets no live events. */
const closedTo = (present: Access) => (error: unknown) => {
  if (error instanceof Refusal) return { ...present, memberships: [] };
  throw error;
};
