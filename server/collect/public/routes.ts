import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { AddressInfo } from '../../geo/address-info.ts';
import { createOfferBook, type OfferBook } from '../../offer-clicks/offer-book.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import type { PostbackRecorder } from '../../postbacks/postback-recorder.ts';
import type { KeyRing } from '../key-ring.ts';
import { createCardinalityLimit } from './cardinality.ts';
import { type ClickSpool, createClickSpool } from './click-spool.ts';
import type { PixelCounters } from './counters.ts';
import { eventsRoute } from './events-route.ts';
import { createFrames } from './frame-addresses.ts';
import { frameRoute } from './frame-route.ts';
import { applyHttpLimits } from './http-limits.ts';
import { imageRoute } from './image-route.ts';
import { createIntake } from './intake.ts';
import { linkRoute } from './link-route.ts';
import type { PixelCache } from './pixel-cache.ts';
import type { MayReport } from './postback-addresses.ts';
import { postbackRoutes } from './postback-routes.ts';
import { createPostbackVersions } from './postback-versions.ts';
import { rejectionRoutes } from './rejection-routes.ts';
import { createTestBook, type TestBook } from './test-book.ts';
import { createTestClicks } from './test-clicks.ts';
import { testRoute } from './test-route.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Sustained events per second. */
export type CollectRates = {
  /** From one network, for all pixels together. */
  network: number;
  pixel: number;
};

export type PublicCollectDependencies = {
  pool: pg.Pool;
  inbox: Inbox;
  keys: KeyRing;
  now: () => Date;
  counters: PixelCounters;
  pixelCache: PixelCache;
  offerBook?: OfferBook;
  testBook?: TestBook;
  /** Keeps clicks of links that the database does not take. */
  spool?: ClickSpool;
  isSilent?: (() => boolean) | undefined;
  recorder: PostbackRecorder;
  mayReport?: MayReport;
  rates: CollectRates;
  addressInfo: AddressInfo;
  /** Milliseconds that a request may take to arrive. */
  within?: number;
  /** The most distinct values of a project in one column on one day. */
  mostValues?: number;
};

/** Public routes for pages, links and networks, all below `/t/`. */
export function publicCollectRoutes(
  app: FastifyInstance,
  dependencies: PublicCollectDependencies,
): void {
  const { pool, inbox, keys, now, counters, recorder, rates, addressInfo, within, mostValues } =
    dependencies;
  const { pixelOf, destinationOf } = dependencies.pixelCache;
  const { isSilent } = dependencies;
  const {
    offerBook = createOfferBook({ pool, now, isSilent }),
    testBook = createTestBook(pool, isSilent),
    spool = createClickSpool({ inbox, log: app.log, isSilent }),
  } = dependencies;
  const shared = { pool, now: () => now().getTime(), isSilent };
  const limits = {
    networks: createTokenBuckets({ ...shared, name: 'network', perSecond: rates.network }),
    pixels: createTokenBuckets({ ...shared, name: 'pixel', perSecond: rates.pixel }),
  };
  const intake = createIntake({
    inbox,
    clicks: spool,
    counters,
    limits,
    now,
    addressInfo,
    limitCardinality: createCardinalityLimit(now, mostValues),
  });

  rejectionRoutes(app, { pool, counters, now });
  app.addHook('onClose', counters.flush);
  app.addHook('onClose', recorder.flush);
  app.addHook('onClose', offerBook.flush);
  app.addHook('onClose', spool.close);
  app.register(async (scope) => {
    applyHttpLimits(scope, within);
    scope.options('/t/*', { schema: { hide: true } }, async (_, reply) =>
      reply
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'content-type')
        .header('access-control-max-age', '86400')
        .code(204)
        .send(),
    );
    eventsRoute(scope, { intake, framesOf: createFrames(pool, now), pixelOf });
    frameRoute(scope, { pool, now, networks: limits.networks });
    imageRoute(scope, { intake, pixelOf });
    const following = { intake, destinationOf, offerBook, now };
    linkRoute(scope, following);
    testRoute(scope, { ...following, testBook });
    const versionOf = createPostbackVersions(pool);
    const isTestClick = createTestClicks(pool);
    const { mayReport = async () => true } = dependencies;
    postbackRoutes(scope, { inbox, keys, recorder, versionOf, isTestClick, now, mayReport });
  });
}
