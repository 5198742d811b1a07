import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { type StreamMessage, streamMessageSchema } from '#contract/master-pixels/stream.ts';
import { readAccessQuietly } from '#server/accounts/sessions.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { createLive, type Live } from '#server/stream/live.ts';
import { streamRoutes } from '#server/stream/routes.ts';
import { createStreams } from '#server/stream/streams.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { type Clock, startApp, stoppedClock } from '../accounts/test-app.ts';
import { noon, type PublicFixture } from '../collect/public/fixture.ts';

/** One message: its SSE id and its data. */
export type ReceivedMessage = { id: string | null; message: StreamMessage };

/** Reads a live stream over HTTP as a browser would, one message at a time. */
export async function listen(
  app: FastifyInstance,
  token: string,
  query: string,
  headers: Record<string, string> = {},
) {
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/pixel-stream/?${query}`, {
    headers: { authorization: `Token ${token}`, ...headers },
    signal: leaving.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let beats = 0;
  let lastId: string | null = null;

  /** The next message, or null when the stream has ended. */
  async function next(): Promise<ReceivedMessage | null> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId;
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data === undefined) beats += 1;
        else return { id: lastId, message: streamMessageSchema.parse(JSON.parse(data)) };
        continue;
      }
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return null;
      text += chunk.value;
    }
  }

  return {
    status: answer.status,
    headers: answer.headers,
    next,
    lastId: () => lastId,
    beats: () => beats,
    /** The next message of a kind, skipping others. */
    async until<Kind extends StreamMessage['kind']>(kind: Kind) {
      for (;;) {
        const received = await next();
        if (!received) throw new Error(`The stream ended before ${kind}.`);
        if (received.message.kind === kind) {
          return {
            ...received,
            message: received.message as Extract<StreamMessage, { kind: Kind }>,
          };
        }
      }
    },
    leave: () => leaving.abort(),
  };
}

/** The collector, a mover and the stream over the stores of this process; the clock stands at noon. */
export function streamFixture(): () => StreamFixture {
  const stores = sharedStores();
  let fixture: StreamFixture | null = null;
  beforeAll(async () => {
    const clock = stoppedClock(noon.toISOString());
    const { now } = clock;
    const { pool, warehouse } = stores();
    const live = createLive({ pool, reader: warehouse.reader, now, log: silent });
    const mover = startMover({ pool, warehouse, log: silent, now, onArrived: live.keep });
    const modules = productModules({
      pool,
      reader: warehouse.reader,
      now,
      wake: mover.wake,
      watermark: mover.watermark,
    });
    const every = { look: 10, ask: 10, beat: 10 };
    const open = async () => {
      const app = await startApp(pool, {
        clock,
        modules: [
          (instance) =>
            streamRoutes(instance, {
              pool,
              streams: createStreams({ live, now, log: silent, every }),
              currentAccessOf: (token) => readAccessQuietly(pool, token, now()),
            }),
        ],
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      return app;
    };
    const app = await appOf(modules);
    const setNow = (at: Date) => clock.advance(at.getTime() - now().getTime());
    fixture = {
      app,
      pool,
      stores: stores(),
      mover,
      setNow,
      clock,
      live,
      open,
      streaming: await open(),
    };
  });
  afterAll(async () => {
    await fixture?.streaming.close();
    await fixture?.app.close();
    await fixture?.mover.stop();
  });
  return () => {
    if (!fixture) throw new Error('The fixture is created before the first test, not earlier.');
    return fixture;
  };
}

export type StreamFixture = PublicFixture & {
  clock: Clock;
  live: Live;
  /** The app that streams, listening. */
  streaming: FastifyInstance;
  /** A second app, like another process. */
  open(): Promise<FastifyInstance>;
};
