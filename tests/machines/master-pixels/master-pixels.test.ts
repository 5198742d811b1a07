import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { freshPixel, pixel } from '../../support/master-pixels.ts';
import { offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

/** Both pixels of a project are removed, one right after the other. */
async function removeBoth() {
  const [readPixels, removePixel, restorePixel] = [
    scriptedRequest<MasterPixel[], { project: number }>(),
    scriptedRequest<void, { id: number }>(),
    scriptedRequest<MasterPixel, { id: number }>(),
  ];
  const offers: string[] = [];
  const actor = createActor(
    masterPixelsMachine.provide({
      actors: {
        readPixels: readPixels.logic,
        removePixel: removePixel.logic,
        restorePixel: restorePixel.logic,
      },
      actions: { offerUndo: (_, params) => void offers.push(params.pixel.name) },
    }),
    { input: { query } },
  ).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.pixels.map(({ name }) => name);
  readPixels.answer({ output: [pixel, freshPixel] });
  await expect.poll(names).toEqual([pixel.name, freshPixel.name]);
  for (const one of [pixel, freshPixel]) {
    actor.send({ type: 'pixel.remove', pixel: one });
    removePixel.answer({ output: undefined });
    await expect.poll(names).not.toContain(one.name);
  }
  expect(offers).toEqual([pixel.name, freshPixel.name]);
  return { actor, readPixels, restorePixel, value, names };
}
const idle = { ready: { resting: 'idle' } };

describe('master pixels', () => {
  it('are changed in what was written alone, so that others keep what they changed', async () => {
    const readPixels = scriptedRequest<MasterPixel[], { project: number }>();
    const changePixel = scriptedRequest<
      MasterPixel,
      { id: number; change: Partial<MasterPixel> }
    >();
    const actors = { readPixels: readPixels.logic, changePixel: changePixel.logic };
    const actor = createActor(masterPixelsMachine.provide({ actors }), {
      input: { query },
    }).start();
    readPixels.answer({ output: [pixel] });
    await expect.poll(() => actor.getSnapshot().hasTag('showing')).toBe(true);
    const { event_name, domains, consent_mode } = pixel;
    actor.send({ type: 'pixel.edit', pixel });
    actor.send({
      type: 'pixel.save',
      draft: { name: 'Store', event_name, domains: [...domains], consent_mode },
    });
    expect(changePixel.calls).toEqual([{ id: pixel.id, change: { name: 'Store' } }]);
    actor.stop();
  });

  it('come back each, in whatever order they are asked for', async () => {
    const { actor, restorePixel, value, names } = await removeBoth();
    actor.send({ type: 'pixel.restore', pixel });
    actor.send({ type: 'pixel.restore', pixel: freshPixel });
    expect(restorePixel.calls).toEqual([{ id: pixel.id }]);
    restorePixel.answer({ output: pixel });
    await expect.poll(() => restorePixel.calls.at(-1)).toEqual({ id: freshPixel.id });
    restorePixel.answer({ output: freshPixel });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual([pixel.name, freshPixel.name]);
  });

  it('are tried again by name where one failed', async () => {
    const { actor, restorePixel, value, names } = await removeBoth();
    actor.send({ type: 'pixel.restore', pixel });
    restorePixel.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: { resting: 'unrestored' } });
    actor.send({ type: 'pixel.restore', pixel: freshPixel });
    restorePixel.answer({ output: freshPixel });
    await expect.poll(names).toEqual([freshPixel.name]);
    expect(actor.getSnapshot().context.unrestored).toEqual([{ removed: pixel, problem: offline }]);
    expect(value()).toEqual({ ready: { resting: 'unrestored' } });
    actor.send({ type: 'pixel.restore', pixel });
    restorePixel.answer({ output: pixel });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual([pixel.name, freshPixel.name]);
  });

  it('come back to their project, also when another one is on screen by then', async () => {
    const { actor, readPixels, restorePixel, value, names } = await removeBoth();
    const other: MasterPixel = { ...pixel, id: 9, project: 8, name: 'Elsewhere' };
    actor.send({ type: 'query.change', query: { ...query, project: 8 } });
    actor.send({ type: 'pixel.restore', pixel });
    readPixels.answer({ output: [other] });
    await expect.poll(() => restorePixel.calls).toEqual([{ id: pixel.id }]);
    restorePixel.answer({ output: pixel });
    await expect.poll(value).toEqual(idle);
    expect(names()).toEqual([other.name]);
  });
});
