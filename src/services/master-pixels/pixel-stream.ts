import { type AnyEventObject, type CallbackActorLogic, fromCallback } from 'xstate';
import { type CollectedEvent, streamMessageSchema } from '#contract/master-pixels/stream.ts';
import { defaultMessage, problemFrom } from '#contract/problem.ts';
import type { StreamReport, StreamRequest } from '#model/pixel-stream.ts';
import type { Api } from '../kit/api.ts';
import { createEventStreamParser } from '../kit/event-stream.ts';

/** The server sends a heartbeat every 15 seconds; three missing ones mean that the connection is lost. */
const heartbeatTimeout = 45_000;

/** In milliseconds: events this close together arrive in one report, because the list renders again for each report. */
const batchDelay = 250;

/** The kinds of problems that may go away by themselves. */
const retryableKinds = ['offline', 'unavailable', 'unexpected'];

/** `GET pixel-stream/`, read until the actor stops or the connection ends. */
export const subscribeToStream = (
  api: Pick<Api, 'listen'>,
): CallbackActorLogic<AnyEventObject, StreamRequest, StreamReport> =>
  fromCallback<AnyEventObject, StreamRequest, StreamReport>(({ input, sendBack }) => {
    const abort = new AbortController();
    const report = inBatches((report) => {
      if (!abort.signal.aborted) sendBack(report);
    });
    void readStream(api, input, abort, report).catch((thrown: unknown) => {
      const { kind } = problemFrom(thrown);
      report(
        retryableKinds.includes(kind)
          ? { type: 'stream.lost' }
          : { type: 'stream.refused', error: thrown },
      );
    });
    return () => abort.abort();
  });

/** Collects events into one report per delay, and sends them before any other report. */
function inBatches(send: (report: StreamReport) => void): (report: StreamReport) => void {
  let events: CollectedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (events.length > 0) send({ type: 'stream.received', events });
    events = [];
  };
  return (report) => {
    if (report.type !== 'stream.received') {
      flush();
      return send(report);
    }
    if (events.length === 0) timer = setTimeout(flush, batchDelay);
    events.push(...report.events);
  };
}

async function readStream(
  api: Pick<Api, 'listen'>,
  { project, pixel, side, cursor }: StreamRequest,
  leaving: AbortController,
  report: (report: StreamReport) => void,
): Promise<void> {
  const body = await api.listen('pixelStream', {
    query: {
      project_id: project,
      affiliate_id: 'all',
      master_pixel: pixel ?? undefined,
      side: side ?? undefined,
      since: cursor ?? undefined,
    },
    signal: leaving.signal,
  });
  const messages = createEventStreamParser(({ id, data }) => {
    const parsed = data === '' ? null : streamMessageSchema.safeParse(JSON.parse(data));
    const received = parsed?.success ? reportOf(parsed.data) : null;
    if (received) report(received);
    if (id !== null && received?.type !== 'stream.received')
      report({ type: 'stream.advanced', cursor: id });
  });
  const reader = body.getReader();
  for (;;) {
    const watch = setTimeout(() => void reader.cancel(), heartbeatTimeout);
    const { done, value } = await reader.read().finally(() => clearTimeout(watch));
    if (done) return report({ type: 'stream.lost' });
    messages.take(value);
  }
}

type Message = ReturnType<typeof streamMessageSchema.parse>;

function reportOf(message: Message): StreamReport | null {
  if (message.kind === 'open') return { type: 'stream.opened' };
  if (message.kind === 'event') return { type: 'stream.received', events: [message] };
  if (message.kind === 'gap') return { type: 'stream.skipped' };
  if (message.kind === 'rejected') {
    return { type: 'stream.rejected', reason: message.reason, count: message.count };
  }
  if (message.reason !== 'no_access') return null;
  return {
    type: 'stream.refused',
    error: { kind: 'forbidden', message: defaultMessage('forbidden') },
  };
}
