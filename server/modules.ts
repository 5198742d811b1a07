import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Filling } from '#contract/settings/schemas.ts';
import type { Access } from './access/access.ts';
import { authentication } from './access/authentication.ts';
import { stillAllowed } from './access/recheck-access.ts';
import { strangerLimits } from './accounts/anonymous-limits.ts';
import type { Hasher } from './accounts/hasher.ts';
import { loginLimits } from './accounts/login-limits.ts';
import { passwordRoutes } from './accounts/password-routes.ts';
import { registrationRoutes } from './accounts/registration-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { readMemberships, readPresence } from './accounts/sessions.ts';
import { userRoutes } from './accounts/user-routes.ts';
import { affiliateRoutes } from './affiliates/routes.ts';
import { grantOf, narrowed } from './analytics/cube/grant.ts';
import type { ReportDependencies } from './analytics/dashboard/report-answers.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import type { LabelBook } from './analytics/runner/label-cache.ts';
import { readingsOf } from './analytics/runner/readings.ts';
import { annotationRoutes } from './annotations/routes.ts';
import { readHolder } from './api-tokens/repository.ts';
import { apiTokenRoutes } from './api-tokens/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { createBilling } from './billing/billing.ts';
import type { StripeSettings } from './billing/stripe-client.ts';
import { createKeyRing } from './collect/key-ring.ts';
import { pixelScriptRoutes, readPixelScript } from './collect/pixel-script.ts';
import { createTally } from './collect/public/counters.ts';
import { createKnownPixels } from './collect/public/pixel-cache.ts';
import { type CollectRates, publicCollectRoutes } from './collect/public/routes.ts';
import { collectRoutes } from './collect/routes.ts';
import { conversionRoutes } from './conversions/routes.ts';
import type { Connection } from './database/orm.ts';
import { documentRoutes } from './documents/routes.ts';
import { eventPixelRoutes, type PixelDependencies } from './event-pixels/routes.ts';
import type { Surroundings } from './geo/address-info.ts';
import { imageRoutes } from './images/routes.ts';
import { acceptInviteRoutes } from './invites/accept-routes.ts';
import { inviteRoutes } from './invites/routes.ts';
import type { Mailer } from './mail/mailer.ts';
import { executedRoutes } from './master-pixels/affiliate-event-routes.ts';
import { sightingsIn } from './master-pixels/event-times.ts';
import { pixelRoutes } from './master-pixels/list-routes.ts';
import { masterPixelRoutes } from './master-pixels/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { offerRoutes } from './offers/routes.ts';
import { orderTestRoutes } from './order-test/routes.ts';
import { createInbox } from './pipeline/inbox.ts';
import type { Log } from './platform/logger.ts';
import { projectRoot } from './platform/project-root.ts';
import { Refusal } from './platform/refusal.ts';
import { idempotency } from './plugins/idempotency.ts';
import { createPostbackBook } from './postbacks/postback-recorder.ts';
import { postbackLogRoutes } from './postbacks/routes.ts';
import { resolveScope } from './projects/resolve-scope.ts';
import { projectRoutes } from './projects/routes.ts';
import { activityIn } from './projects/warehouse-statistics.ts';
import { viewRoutes } from './saved-views/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { createLive, type Live } from './stream/live.ts';
import { streamRoutes } from './stream/routes.ts';
import { createStreams } from './stream/streams.ts';

export type NounDependencies = {
  pool: pg.Pool;
  /** Reads the warehouse and nothing else. */
  reader: ClickHouseClient;
  /** Whether the warehouse is a cluster. */
  isCluster?: boolean;
  hasher: Hasher;
  log: Log;
  now: () => Date;
  mailer: Mailer;
  /** Whether strangers may sign up, and how: `perHour` is for one network. */
  signUp: { isOpen: boolean; verifiesEmail: boolean; perHour: number };
  /** Tells the mover that the inbox holds something. */
  wake: () => void;
  /** Tells it that somebody decided about conversions or corrected them. */
  heard: () => void;
  /** Up to when the warehouse knows everything that was acknowledged. */
  watermark: () => Promise<Date>;
  labels: LabelBook;
  /** Signs the tokens of the analytics endpoint. */
  analyticsSecret: string;
  version: string;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: () => string;
  useCube: boolean;
  /** How much of the demo's history is there, while it grows. */
  filling?: () => Filling | null;
  /** Events a second that the public collector takes. */
  collectRates: CollectRates;
  /** What is known of the addresses that events come from. */
  surroundings: Surroundings;
  /** What seals the secrets of event pixels, and what they may call. */
  pixels: Pick<PixelDependencies, 'vault' | 'lookup' | 'allowHosts'>;
  /** The folder in which the operator may keep a policy and terms; without it there are those that are shipped. */
  ownDocuments?: string;
  /** What came in lately; without it, what the database alone tells. */
  live?: Live;
  /** Who is paid with cards; without it, the operator sees to the money. */
  stripe?: StripeSettings | null;
  /** Who holds a token; tests take the check away here. */
  accessOf?: (token: string, connection?: Connection) => Promise<Access | null>;
};

export type Noun = (app: FastifyInstance) => void | Promise<void>;

const pixelScript = join(projectRoot, 'dist', 'pixel', 'px.js');

/** What the API is made of, in the order of its pages. */
export function nounsOf(dependencies: NounDependencies): readonly Noun[] {
  const { pool, reader, hasher, log, now, wake, watermark, version, publicUrl, useCube } =
    dependencies;
  const { surroundings } = dependencies;
  const { accessOf = (token, connection = pool) => readHolder(connection, token, now()) } =
    dependencies;
  const statistics = activityIn({ pool, reader, now });
  const keys = createKeyRing({ pool, now });
  const inbox = createInbox({ pool, now, wake, log });
  const tally = createTally({ pool, now, log });
  const known = createKnownPixels(pool);
  const book = createPostbackBook({ pool, now, log });
  const readingFor = readingsOf({
    reader,
    pool,
    labels: dependencies.labels,
    isCluster: dependencies.isCluster ?? false,
  });
  const live = dependencies.live ?? createLive({ pool, reader, now, log });
  const script = readPixelScript(pixelScript, log);
  const idempotent = idempotency({ pool, now });
  const presentOf = async (token: string) => {
    const present = await (dependencies.accessOf?.(token) ?? readPresence(pool, token, now()));
    return present && billing.entitled(present, undefined).catch(closedTo(present));
  };
  const limits = loginLimits(() => now().getTime());
  const { mailer, signUp } = dependencies;
  const strangers = strangerLimits({
    signUpsPerHour: signUp.perHour,
    now: () => now().getTime(),
  });
  const billing = createBilling({
    pool,
    reader,
    now,
    idempotent,
    mailer,
    log,
    publicUrl,
    settings: dependencies.stripe ?? null,
  });
  const stillOf = stillAllowed(accessOf);
  const reports: ReportDependencies = {
    pool,
    readingFor,
    now,
    watermark,
    resolveScope: (access, selection) => resolveScope(pool, access, selection),
  };
  const people = { pool, hasher, limits, strangers, mailer, now, publicUrl };
  return [
    (app) => authentication(app, { readAccess: accessOf, entitled: billing.entitled }),
    (app) => accountRoutes(app, { pool, hasher, limits, now }),
    (app) => registrationRoutes(app, { ...people, signUp }),
    (app) => passwordRoutes(app, people),
    (app) => userRoutes(app, { ...people, verifiesEmail: signUp.verifiesEmail }),
    (app) => imageRoutes(app, { pool }),
    (app) => inviteRoutes(app, { pool, mailer, publicUrl, now, idempotent, stillOf }),
    (app) => acceptInviteRoutes(app, { pool, hasher, now }),
    (app) => memberRoutes(app, { pool, hasher, limits, now, stillOf }),
    (app) => apiTokenRoutes(app, { pool, hasher, limits, now, stillOf }),
    (app) => auditRoutes(app, { pool }),
    (app) =>
      projectRoutes(app, {
        pool,
        statistics,
        now,
        idempotent,
        collectKeyRotated: keys.forget,
        mailer,
        publicUrl,
        paying: billing,
        stillOf,
      }),
    (app) => affiliateRoutes(app, { pool, statistics, now }),
    (app) => offerRoutes(app, { pool, statistics }),
    (app) => pixelRoutes(app, { pool, statistics, publicUrl }),
    (app) =>
      masterPixelRoutes(app, {
        pool,
        statistics,
        publicUrl,
        now,
        seenIn: sightingsIn({ pool, reader, now }),
        counted: tally.flush,
        changed: () => {
          known.forget();
          keys.forget();
        },
        scriptVersion: script?.hash ?? null,
        egress: dependencies.pixels,
      }),
    (app) => executedRoutes(app, { pool, reader, now }),
    (app) => eventPixelRoutes(app, { pool, reader, now, idempotent, ...dependencies.pixels }),
    (app) => orderTestRoutes(app, { pool, reader, now }),
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
            billing: billing.takesCards,
            sign_up: signUp.isOpen,
            invites: true,
            capi: true,
          },
        },
        dependencies.filling ?? (() => null),
      ),
    (app) => documentRoutes(app, { own: dependencies.ownDocuments ?? null }),
    (app) =>
      analyticsRoutes(app, {
        ...reports,
        secret: dependencies.analyticsSecret,
        stillGranted: async (claimed) => {
          const { user: userId } = claimed;
          const memberships = await readMemberships(pool, userId);
          const holder = { userId, isSuperuser: false, isDebug: false, memberships };
          return narrowed(claimed, grantOf(await billing.entitled(holder, undefined)));
        },
      }),
    (app) => conversionRoutes(app, { ...reports, idempotent, heard: dependencies.heard }),
    (app) => collectRoutes(app, { pool, inbox, keys, now, surroundings }),
    (app) => postbackLogRoutes(app, { pool, reader, book, now }),
    (app) => streamRoutes(app, { pool, streams: createStreams({ live, now, log }), presentOf }),
    (app) => pixelScriptRoutes(app, script),
    (app) =>
      publicCollectRoutes(app, {
        pool,
        inbox,
        keys,
        now,
        surroundings,
        tally,
        known,
        book,
        rates: dependencies.collectRates,
      }),
  ];
}

/** Somebody whose project is not paid for listens to nothing. */
const closedTo = (present: Access) => (error: unknown) => {
  if (error instanceof Refusal) return { ...present, memberships: [] };
  throw error;
};
