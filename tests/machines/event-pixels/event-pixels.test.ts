import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import {
  type EventPixelsRecalled,
  eventPixelsMachine,
  type PixelList,
} from '#machines/event-pixels/event-pixels.ts';
import { noPixels, partner, pixelList, platform } from '../../support/event-pixels.ts';
import { member, offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

/** Both pixels of a project are removed, one right after the other. */
async function removeBoth() {
  const [readPixels, switchPixel, removePixel, restorePixel] = [
    scriptedRequest<PixelList, { project: number; slug: string }>(),
    scriptedRequest<Pixel, { id: number; status: 'active' | 'paused' }>(),
    scriptedRequest<void, { id: number }>(),
    scriptedRequest<void, { id: number }>(),
  ];
  const offers: string[] = [];
  const actor = createActor(
    eventPixelsMachine.provide({
      actors: {
        address: fromCallback<AnyEventObject, undefined, EventPixelsRecalled>(() => {}),
        readPixels: readPixels.logic,
        switchPixel: switchPixel.logic,
        removePixel: removePixel.logic,
        restorePixel: restorePixel.logic,
      },
      actions: { offerUndo: (_, { pixel }) => void offers.push(pixel.name) },
    }),
    { input: { query, member } },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.pixels.map(({ name }) => name);
  readPixels.answer({ output: pixelList });
  await expect.poll(names).toEqual([partner.name, platform.name]);
  for (const pixel of [partner, platform]) {
    actor.send({ type: 'pixel.remove', pixel });
    removePixel.answer({ output: undefined });
    await expect.poll(names).not.toContain(pixel.name);
  }
  expect(offers).toEqual([partner.name, platform.name]);
  return { actor, readPixels, switchPixel, restorePixel, value };
}
const idle = { ready: { resting: 'idle' } };

describe('event pixels', () => {
  it('come back each, also where the first fails', async () => {
    const { actor, readPixels, restorePixel, value } = await removeBoth();
    actor.send({ type: 'pixel.restore', pixel: partner });
    actor.send({ type: 'pixel.restore', pixel: platform });
    expect(restorePixel.calls).toEqual([{ id: partner.id }]);
    restorePixel.answer({ error: offline });
    await expect.poll(() => restorePixel.calls.at(-1)).toEqual({ id: platform.id });
    restorePixel.answer({ output: undefined });
    await expect.poll(value).toEqual('reading');
    readPixels.answer({ output: { ...pixelList, pixels: [platform] } });
    await expect.poll(value).toEqual({ ready: { resting: 'unrestored' } });
    const { unrestored } = actor.getSnapshot().context;
    expect(unrestored).toEqual([{ removed: partner, problem: offline }]);
    actor.send({ type: 'pixel.restore', pixel: partner });
    expect(restorePixel.calls.at(-1)).toEqual({ id: partner.id });
    restorePixel.answer({ output: undefined });
    await expect.poll(value).toEqual('reading');
    readPixels.answer({ output: pixelList });
    await expect.poll(value).toEqual(idle);
  });

  it('wait with coming back for what is being done with another one', async () => {
    const { actor, switchPixel, restorePixel, value } = await removeBoth();
    actor.send({ type: 'pixel.switch', pixel: platform, status: 'active' });
    actor.send({ type: 'pixel.restore', pixel: partner });
    expect([value(), restorePixel.calls]).toEqual([{ ready: 'switching' }, []]);
    switchPixel.answer({ output: platform });
    await expect.poll(value).toEqual('restoring');
    expect(restorePixel.calls).toEqual([{ id: partner.id }]);
  });

  it('come back also where the list cannot be read', async () => {
    const { actor, readPixels, restorePixel, value } = await removeBoth();
    actor.send({ type: 'query.change', query: { ...query, project: 8 } });
    actor.send({ type: 'pixel.restore', pixel: partner });
    readPixels.answer({ error: offline });
    await expect.poll(value).toEqual('restoring');
    restorePixel.answer({ output: undefined });
    await expect.poll(value).toEqual('reading');
    readPixels.answer({ output: noPixels });
    await expect.poll(value).toEqual(idle);
    expect(restorePixel.calls).toEqual([{ id: partner.id }]);
  });
});
