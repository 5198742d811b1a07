import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Log } from '../../log.ts';
import type { Surroundings } from '../geo/surroundings.ts';
import type { Inbox } from '../inbox.ts';
import type { KeyRing } from '../keys.ts';
import { createBuckets } from './buckets.ts';
import { openToPages } from './door.ts';
import { eventsRoute } from './events.ts';
import { frameRoute } from './frame.ts';
import { createFrames } from './frames.ts';
import { imageRoute } from './image.ts';
import { createIntake } from './intake.ts';
import type { KnownPixels } from './known.ts';
import { linkRoute } from './link.ts';
import { postbackRoutes } from './postback.ts';
import { createPostbackBook } from './postback-book.ts';
import { postbackLogRoutes } from './postback-log.ts';
import { turnsIn } from './postback-words.ts';
import { rejectionRoutes } from './rejections.ts';
import type { Tally } from './tally.ts';
import { createVariety } from './variety.ts';

/** Events a second in the long run. */
export type CollectRates = {
  /** From one network, for all pixels together. */
  network: number;
  pixel: number;
};

export type PublicCollectDependencies = {
  pool: pg.Pool;
  reader: ClickHouseClient;
  inbox: Inbox;
  keys: KeyRing;
  now: () => Date;
  log: Log;
  tally: Tally;
  known: KnownPixels;
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
  const { pool, inbox, keys, now, tally, rates, surroundings, within, mostValues } = dependencies;
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

  const book = createPostbackBook({ pool, now, log: dependencies.log });

  rejectionRoutes(app, { pool, tally, now });
  postbackLogRoutes(app, { pool, reader: dependencies.reader, book, now });
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
