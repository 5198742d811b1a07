import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Surroundings } from '../../geo/address-info.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import type { PostbackBook } from '../../postbacks/postback-recorder.ts';
import type { KeyRing } from '../key-ring.ts';
import { createVariety } from './cardinality.ts';
import type { Tally } from './counters.ts';
import { eventsRoute } from './events-route.ts';
import { createFrames } from './frame-addresses.ts';
import { frameRoute } from './frame-route.ts';
import { openToPages } from './http-limits.ts';
import { imageRoute } from './image-route.ts';
import { createIntake } from './intake.ts';
import { linkRoute } from './link-route.ts';
import type { KnownPixels } from './pixel-cache.ts';
import { postbackRoutes } from './postback-routes.ts';
import { turnsIn } from './postback-statuses.ts';
import { rejectionRoutes } from './rejection-routes.ts';
import { createBuckets } from './token-buckets.ts';

/** Events a second in the long run. */
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
  tally: Tally;
  known: KnownPixels;
  book: PostbackBook;
  rates: CollectRates;
  surroundings: Surroundings;
  /** Milliseconds that a request may take to arrive. */
  within?: number;
  /** Different values a project may have in one column on one day. */
  mostValues?: number;
};

/** What pages, links and networks ask without being signed in, all below `/t/`. */
export function publicCollectRoutes(
  app: FastifyInstance,
  dependencies: PublicCollectDependencies,
): void {
  const { pool, inbox, keys, now, tally, book, rates, surroundings, within, mostValues } =
    dependencies;
  const { pixelOf, destinationOf } = dependencies.known;
  const clock = () => now().getTime();
  const limits = {
    networks: createBuckets(rates.network, clock),
    pixels: createBuckets(rates.pixel, clock),
  };
  const intake = createIntake({
    inbox,
    tally,
    limits,
    now,
    surroundings,
    variety: createVariety(now, mostValues),
  });

  rejectionRoutes(app, { pool, tally, now });
  app.addHook('onClose', tally.flush);
  app.addHook('onClose', book.flush);
  app.register(async (scope) => {
    openToPages(scope, within);
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
    linkRoute(scope, { intake, destinationOf });
    postbackRoutes(scope, { inbox, keys, book, turnOf: turnsIn(pool), now });
  });
}
