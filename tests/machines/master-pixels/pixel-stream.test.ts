import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { collected } from '../../support/master-pixels.ts';

const hearing = { project: 7, pixel: null, side: null };
const told = Array.from({ length: 120 }, (_, index) => ({
  ...collected,
  id: `12.${index}.1795205621000`,
  uid: `u${index}`,
}));

it('adds simultaneous events in one change: latest first, each once, and no more than can be shown', () => {
  const actor = createActor(
    pixelStreamMachine.provide({ actors: { hear: fromCallback(() => {}) } }),
    { input: { hearing, parent: null } },
  ).start();
  actor.send({ type: 'stream.opened' });
  const lists = new Set<unknown>();
  actor.subscribe(({ context }) => lists.add(context.events));
  actor.send({ type: 'stream.told', events: told.slice(0, 3) });
  actor.send({ type: 'stream.told', events: told.slice(2, 5) });
  expect(actor.getSnapshot().context.events.map(({ uid }) => uid)).toEqual([
    'u4',
    'u3',
    'u2',
    'u1',
    'u0',
  ]);
  actor.send({ type: 'stream.told', events: told });
  expect(lists.size).toBe(3);
  const { events, cursor } = actor.getSnapshot().context;
  expect(events).toHaveLength(100);
  expect(events[0]?.uid).toBe('u119');
  expect(cursor).toBe('12.119.1795205621000');
});
