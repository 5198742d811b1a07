import { afterEach, expect, it, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { subscribeToStream } from '#services/master-pixels/pixel-stream.ts';
import { collected } from '../../support/master-pixels.ts';
import { recordedEvents } from '../../support/recorded-events.ts';

afterEach(() => void vi.useRealTimers());

/** A stream on which each message comes in a chunk of its own, as servers send them. */
function openLine() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const send = (text: string) => writer.write(encoder.encode(text));
  const request = { project: 7, pixel: null, side: null, cursor: null };
  const { received, stop } = recordedEvents(
    subscribeToStream({ listen: async () => readable }),
    request,
  );
  return {
    received: received as AnyEventObject[],
    stop,
    end: () => writer.close(),
    say: (message: object, id?: string) =>
      send(`${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(message)}\n\n`),
    beat: (id: string) => send(`: beat\nid: ${id}\n\n`),
  };
}

const open = { kind: 'open', at: '2026-11-20T20:13:58.000Z' };
const events = Array.from({ length: 40 }, (_, index) => ({
  ...collected,
  id: `12.${index}.1795205621000`,
  uid: `u${index}`,
}));

it('reports simultaneous events together, and the state of the stream without delay', async () => {
  vi.useFakeTimers();
  const line = openLine();
  await line.say(open);
  for (const event of events) await line.say(event, event.id);
  await vi.advanceTimersByTimeAsync(0);
  expect(line.received).toEqual([{ type: 'stream.opened' }]);
  await vi.advanceTimersByTimeAsync(250);
  expect(line.received.slice(1)).toEqual([{ type: 'stream.received', events }]);
  line.stop();
});

it('reports events before later messages', async () => {
  vi.useFakeTimers();
  const line = openLine();
  const [first, second] = events;
  await line.say(open);
  await line.say({ ...first }, first?.id);
  await line.beat('13.0.1795205622000');
  await line.say({ ...second }, second?.id);
  await line.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(line.received).toEqual([
    { type: 'stream.opened' },
    { type: 'stream.received', events: [first] },
    { type: 'stream.advanced', cursor: '13.0.1795205622000' },
    { type: 'stream.received', events: [second] },
    { type: 'stream.lost' },
  ]);
  line.stop();
});
