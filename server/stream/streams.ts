import { Readable } from 'node:stream';
import type { StreamMessage } from '#contract/master-pixels/stream.ts';
import type { Access } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import type { Log } from '../platform/logger.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Audience, cursorOf, type StreamQuery, visibleTo } from './audience.ts';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';
import { type Live, retention } from './live.ts';

type End = Extract<StreamMessage, { kind: 'end' }>['reason'];

/** A request for a stream: its filters, and how to read the user's present access. */
export type StreamRequest = {
  userId: number;
  query: StreamQuery;
  since: string | undefined;
  audience: Audience;
  /** The present access of the session, without counting as use. */
  currentAccess: () => Promise<Access | null>;
  /** The audience of an access; a refusal without any. */
  audienceFor: (access: Access) => Promise<Audience>;
};

export type Streams = {
  /** Null when the user has too many streams. */
  open(opening: StreamRequest): Readable | null;
  /** Ends every stream, including ones opened later. */
  stop(): void;
};

type Dependencies = {
  live: Live;
  now: () => Date;
  log: Log;
  /** Milliseconds between polls for new events, checks of the access, and keep-alive messages. */
  every?: { look: number; ask: number; beat: number };
};

const mostOfUser = 5;
const mostOfAll = 200;
/** The most bytes that wait for a slow reader. */
const mostWaiting = 512 * 1024;
const firstShown = 25;
const usual = { look: 500, ask: 1_000, beat: 15_000 };

export function createStreams({ live, now, log, every = usual }: Dependencies): Streams {
  const open = new Map<(reason: End) => void, number>();
  let isStopped = false;

  return {
    open(opening) {
      const own = [...open.values()].filter((userId) => userId === opening.userId);
      if (isStopped || open.size >= mostOfAll || own.length >= mostOfUser) return null;
      const stream = new Readable({ read: () => undefined });
      const leaving = new AbortController();
      const end = (reason: End) => {
        if (!open.delete(end)) return;
        leaving.abort();
        stream.push(dataOf({ kind: 'end', reason }));
        stream.push(null);
      };
      open.set(end, opening.userId);
      stream.once('close', () => {
        open.delete(end);
        leaving.abort();
      });
      follow(opening, stream, leaving.signal).then(end, (error: Error) => {
        log.warn({ reason: error }, 'a live stream broke');
        end('stopping');
      });
      return stream;
    },
    stop() {
      isStopped = true;
      for (const end of [...open.keys()]) end('stopping');
    },
  };

  /** Sends events until the stream ends. */
  async function follow(
    { query, since, currentAccess, audienceFor, ...opening }: StreamRequest,
    stream: Readable,
    leaving: AbortSignal,
  ): Promise<End> {
    let { audience } = opening;
    const project = audience.membership.projectId;
    const send = (message: StreamMessage, cursor?: Cursor) =>
      void (leaving.aborted || stream.push(dataOf(message, cursor)));
    const began = now();
    const hour = new Date(Math.floor(began.getTime() / 3_600_000) * 3_600_000);
    const refused = new Map<string, number>();
    const requested = since === undefined ? null : decodeCursor(since);
    let cursor = requested ?? (await live.cursorBefore(project, firstShown));
    for (const one of await live.refusedSince(project, hour)) refused.set(nameOf(one), one.count);

    send({ kind: 'open', at: began.toISOString() });
    if (requested && began.getTime() - requested.at > retention)
      send({ kind: 'gap', why: 'too_old' });

    let askedAt = performance.now();
    let beatAt = askedAt;
    while (!leaving.aborted) {
      const time = performance.now();
      if (time - askedAt >= every.ask) {
        const access = await currentAccess();
        if (!access) return 'signed_out';
        const allowed = await audienceFor(access).catch(whenRefused);
        if (!allowed) return 'no_access';
        audience = allowed;
        askedAt = time;
      }
      const rows = await live.after(project, cursor);
      for (const row of rows) {
        cursor = cursorOf(row);
        if (!row.event) send({ kind: 'gap', why: 'busy' }, cursor);
        const heard = visibleTo(row, audience, query);
        if (heard) send(heard, cursor);
      }
      if (isAllowed(audience.membership, 'usage.see')) await sayRefused();
      if (stream.readableLength > mostWaiting) return 'slow';
      if (rows.length > 0) continue;
      if (!query.follow) return 'read';
      if (time - beatAt >= every.beat) {
        cursor = { ...cursor, at: now().getTime() };
        if (!leaving.aborted) stream.push(`: beat\nid: ${encodeCursor(cursor)}\n\n`);
        beatAt = time;
      }
      await live.news(every.look);
    }
    return 'read';

    async function sayRefused(): Promise<void> {
      for (const one of await live.refusedSince(project, hour)) {
        const before = refused.get(nameOf(one)) ?? 0;
        refused.set(nameOf(one), one.count);
        const { pixel: master_pixel, reason, count } = one;
        if (count <= before || (query.master_pixel ?? master_pixel) !== master_pixel) continue;
        const at = now().toISOString();
        send({ kind: 'rejected', master_pixel, reason, count: count - before, at });
      }
    }
  }
}

const nameOf = ({ pixel, reason }: { pixel: number; reason: string }): string =>
  `${pixel} ${reason}`;

const dataOf = (message: StreamMessage, cursor?: Cursor): string =>
  `${cursor ? `id: ${encodeCursor(cursor)}\n` : ''}data: ${JSON.stringify(message)}\n\n`;

function whenRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
