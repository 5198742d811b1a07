import { type AnyEventObject, type CallbackActorLogic, fromCallback } from 'xstate';
import { type CollectedEvent, streamMessageSchema } from '#contract/master-pixels/stream.ts';
import { defaultMessage, problemFrom } from '#contract/problem.ts';
import type { Api } from '../kit/api.ts';
import { createEventReader } from '../kit/event-stream.ts';

type Report =
  | { type: 'stream.opened' }
  | { type: 'stream.told'; events: readonly CollectedEvent[] }
  | { type: 'stream.rejected'; reason: string; count: number }
  | { type: 'stream.skipped' }
  | { type: 'stream.reached'; cursor: string }
  | { type: 'stream.lost' }
  | { type: 'stream.refused'; error: unknown };
type Asked = {
  project: number;
  pixel: number | null;
  side: 'server' | 'browser' | null;
  cursor: string | null;
};

/** The server gives a sign of life every 15 seconds. Three of them missed mean that nobody is there. */
const silence = 45_000;

/** In milliseconds: what comes in so close together is told at once, because the list is drawn anew each time. */
const together = 250;

/** What may go better without anybody doing something. */
const passing = ['offline', 'unavailable', 'unexpected'];

/** `GET pixel-stream/`, read as it comes in, until somebody leaves or the line breaks. */
export const hearStream = (
  api: Pick<Api, 'listen'>,
): CallbackActorLogic<AnyEventObject, Asked, Report> =>
  fromCallback<AnyEventObject, Asked, Report>(({ input, sendBack }) => {
    const leaving = new AbortController();
    const say = gathering((report) => {
      if (!leaving.signal.aborted) sendBack(report);
    });
    void follow(api, input, leaving, say).catch((thrown: unknown) => {
      const { kind } = problemFrom(thrown);
      say(
        passing.includes(kind)
          ? { type: 'stream.lost' }
          : { type: 'stream.refused', error: thrown },
      );
    });
    return () => leaving.abort();
  });

/** Says the events of a moment in one report, and before whatever came after them. */
function gathering(say: (report: Report) => void): (report: Report) => void {
  let events: CollectedEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    clearTimeout(timer);
    if (events.length > 0) say({ type: 'stream.told', events });
    events = [];
  };
  return (report) => {
    if (report.type !== 'stream.told') {
      tell();
      return say(report);
    }
    if (events.length === 0) timer = setTimeout(tell, together);
    events.push(...report.events);
  };
}

async function follow(
  api: Pick<Api, 'listen'>,
  { project, pixel, side, cursor }: Asked,
  leaving: AbortController,
  say: (report: Report) => void,
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
  const messages = createEventReader(({ id, data }) => {
    const parsed = data === '' ? null : streamMessageSchema.safeParse(JSON.parse(data));
    const report = parsed?.success ? reportOf(parsed.data) : null;
    if (report) say(report);
    if (id !== null && report?.type !== 'stream.told') say({ type: 'stream.reached', cursor: id });
  });
  const reader = body.getReader();
  for (;;) {
    const watch = setTimeout(() => void reader.cancel(), silence);
    const { done, value } = await reader.read().finally(() => clearTimeout(watch));
    if (done) return say({ type: 'stream.lost' });
    messages.take(value);
  }
}

type Message = ReturnType<typeof streamMessageSchema.parse>;

function reportOf(message: Message): Report | null {
  if (message.kind === 'open') return { type: 'stream.opened' };
  if (message.kind === 'event') return { type: 'stream.told', events: [message] };
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
