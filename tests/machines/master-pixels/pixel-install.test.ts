import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { type Installation, pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { collected, installation, pixel } from '../../support/master-pixels.ts';

it('takes the first event after the last seen one, of several reported together', async () => {
  const stream = pixelStreamMachine.provide({
    actors: { subscribeToStream: fromCallback(() => {}) },
  });
  const readInstallation = fromPromise<Installation, { id: number }>(async () => ({
    ...installation,
    pixel,
  }));
  const actor = createActor(pixelInstallMachine.provide({ actors: { stream, readInstallation } }), {
    input: { id: pixel.id },
  }).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('open'));
  const before = { ...collected, uid: 'u0', received_at: '2026-11-20T20:13:42.000Z' };
  const later = { ...collected, uid: 'u9', received_at: '2026-11-20T20:14:10.000Z' };
  actor.send({ type: 'event.received', events: [before] });
  expect(actor.getSnapshot().hasTag('open')).toBe(true);
  actor.send({ type: 'event.received', events: [before, collected, later] });
  expect(actor.getSnapshot().context.event?.uid).toBe(collected.uid);
  actor.stop();
});

it('accepts of the events of servers only those of the pixel', async () => {
  const stream = pixelStreamMachine.provide({
    actors: { subscribeToStream: fromCallback(() => {}) },
  });
  const fresh = { ...pixel, event_name: 'lead', last_seen_at: null };
  const readInstallation = fromPromise<Installation, { id: number }>(async () => ({
    ...installation,
    pixel: fresh,
  }));
  const actor = createActor(pixelInstallMachine.provide({ actors: { stream, readInstallation } }), {
    input: { id: fresh.id },
  }).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('open'));
  actor.send({ type: 'kind.choose', kind: 's2s' });
  const click = { ...collected, side: 'server' as const, event_name: 'click', master_pixel: null };
  const lead = { ...click, uid: 'u2', event_name: 'lead' };
  actor.send({ type: 'event.received', events: [click] });
  expect(actor.getSnapshot().hasTag('open')).toBe(true);
  actor.send({ type: 'event.received', events: [click, lead] });
  expect(actor.getSnapshot().context.event?.uid).toBe(lead.uid);
  actor.stop();
});

it('takes neither the click of a tracking link nor a test for the snippet on a page', async () => {
  const stream = pixelStreamMachine.provide({
    actors: { subscribeToStream: fromCallback(() => {}) },
  });
  const readInstallation = fromPromise<Installation, { id: number }>(async () => ({
    ...installation,
    pixel: { ...pixel, last_seen_at: null },
  }));
  const actor = createActor(pixelInstallMachine.provide({ actors: { stream, readInstallation } }), {
    input: { id: pixel.id },
  }).start();
  await waitFor(actor, (snapshot) => snapshot.hasTag('open'));
  const click = { ...collected, uid: 'u7', event_name: 'click', url: null };
  const test = { ...collected, uid: 'u8', is_test: true };
  actor.send({ type: 'event.received', events: [click, test] });
  expect(actor.getSnapshot().hasTag('open')).toBe(true);
  actor.send({ type: 'event.received', events: [click, test, collected] });
  expect(actor.getSnapshot().context.event?.uid).toBe(collected.uid);
  actor.stop();
});
