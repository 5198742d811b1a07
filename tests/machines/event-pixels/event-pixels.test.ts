import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { PixelHealth } from '#contract/event-pixels/health.ts';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import {
  type EventPixelsRecalled,
  eventPixelsMachine,
  pixelListMachine,
} from '#machines/event-pixels/event-pixels.ts';
import type { PixelEvent } from '#machines/event-pixels/pixel-model.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import {
  health,
  noPixels,
  partner,
  pixelList,
  place,
  platform,
} from '../../support/event-pixels.ts';
import { member, offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Scope = { project: number; slug: string };
type Listing = { rows: Pixel[]; extra?: { events: PixelEvent[] } };
const { project, slug } = place;
const elsewhere = { project: 8, slug: 'other' };

function start() {
  const [read, action, remove, restore] = [
    scriptedRequest<Listing, { scope: Scope; isRefresh: boolean }>(),
    scriptedRequest<
      Outcome<Pixel, never>,
      { scope: Scope; action: { pixel: Pixel; status: 'active' | 'paused' } }
    >(),
    scriptedRequest<void, { entry: Pixel }>(),
    scriptedRequest<Outcome<Pixel, never>, { entry: Pixel }>(),
  ];
  const undos: string[] = [];
  const list = pixelListMachine.provide({
    actors: {
      readEntries: read.logic,
      runAction: action.logic,
      removeEntry: remove.logic,
      restoreEntry: restore.logic,
    },
    actions: { showUndo: (_, { entry }) => void undos.push(entry.name) },
  });
  return { list, read, action, remove, restore, undos };
}

/** Both pixels of a project are removed, one right after the other. */
async function removeBoth() {
  const { list, undos, ...requests } = start();
  const { read, remove } = requests;
  const actor = createActor(list, { input: { scope: { project, slug } } }).start();
  const value = () => actor.getSnapshot().value;
  const names = () => actor.getSnapshot().context.rows.map(({ name }) => name);
  read.answer({ output: pixelList });
  await expect.poll(names).toEqual([partner.name, platform.name]);
  for (const entry of [partner, platform]) {
    actor.send({ type: 'entry.remove', entry });
    remove.answer({ output: undefined });
    await expect.poll(names).not.toContain(entry.name);
  }
  expect(undos).toEqual([partner.name, platform.name]);
  return { actor, value, ...requests };
}
const idle = { ready: { resting: 'idle' } };

describe('event pixels', () => {
  it('are each restored, also if the first fails', async () => {
    const { actor, read, restore, value } = await removeBoth();
    actor.send({ type: 'entry.restore', entry: partner });
    actor.send({ type: 'entry.restore', entry: platform });
    expect(restore.calls).toEqual([{ entry: partner }]);
    restore.answer({ error: offline });
    await expect.poll(() => restore.calls.at(-1)).toEqual({ entry: platform });
    restore.answer({ output: {} });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: { ...pixelList, rows: [platform] } });
    await expect.poll(value).toEqual({ ready: { resting: 'notRestored' } });
    const { notRestored } = actor.getSnapshot().context;
    expect(notRestored).toEqual([{ entry: partner, problem: offline }]);
    actor.send({ type: 'entry.restore', entry: partner });
    expect(restore.calls.at(-1)).toEqual({ entry: partner });
    restore.answer({ output: {} });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: pixelList });
    await expect.poll(value).toEqual(idle);
  });

  it('are restored after the running request of another pixel', async () => {
    const { actor, action, restore, value } = await removeBoth();
    actor.send({ type: 'action.run', action: { pixel: platform, status: 'active' } });
    actor.send({ type: 'entry.restore', entry: partner });
    expect([value(), restore.calls]).toEqual([{ ready: 'acting' }, []]);
    action.answer({ output: { entry: platform } });
    await expect.poll(value).toEqual({ ready: 'restoring' });
    expect(restore.calls).toEqual([{ entry: partner }]);
  });

  it('are restored even if the list cannot be read', async () => {
    const { actor, read, restore, value } = await removeBoth();
    actor.send({ type: 'scope.change', scope: elsewhere });
    actor.send({ type: 'entry.restore', entry: partner });
    read.answer({ error: offline });
    await expect.poll(value).toEqual('restoringUnread');
    restore.answer({ output: {} });
    await expect.poll(value).toEqual('reading');
    read.answer({ output: noPixels });
    await expect.poll(value).toEqual(idle);
    expect(restore.calls).toEqual([{ entry: partner }]);
  });
});

describe('the page of event pixels', () => {
  function open() {
    const { list, ...requests } = start();
    const readHealths = scriptedRequest<Record<number, PixelHealth>, { ids: number[] }>();
    let recall: ((report: EventPixelsRecalled) => void) | undefined;
    const left: string[] = [];
    const actor = createActor(
      eventPixelsMachine.provide({
        actors: {
          list,
          readHealths: readHealths.logic,
          address: fromCallback<AnyEventObject, undefined, EventPixelsRecalled>(({ sendBack }) => {
            recall = sendBack;
          }),
        },
        actions: { leavePixel: () => void left.push('left') },
      }),
      { input: { query, member } },
    ).start();
    const healths = () => actor.getSnapshot().context.healths;
    return { actor, readHealths, healths, left, recall: recall ?? (() => {}), ...requests };
  }

  it('reads the health of the pixels after each read of their list, and shows none where that fails', async () => {
    const { actor, read, readHealths, healths } = open();
    expect(readHealths.calls).toEqual([]);
    read.answer({ output: pixelList });
    await expect.poll(() => readHealths.calls).toEqual([{ ids: [partner.id, platform.id] }]);
    readHealths.answer({ output: { [partner.id]: health } });
    await expect.poll(healths).toEqual({ [partner.id]: health });
    actor.getSnapshot().children.list?.send({ type: 'list.refresh' });
    read.answer({ output: { ...pixelList, rows: [partner] } });
    await expect.poll(() => readHealths.calls.at(-1)).toEqual({ ids: [partner.id] });
    expect(healths()).toEqual({ [partner.id]: health });
    readHealths.answer({ error: offline });
    await expect.poll(healths).toEqual({});
  });

  it('reads the list again when the address returns to it, and not before its first read', async () => {
    const { read, readHealths, recall } = open();
    recall({ type: 'pixel.recalled', opened: null });
    expect(read.calls).toHaveLength(1);
    read.answer({ output: pixelList });
    await expect.poll(() => readHealths.calls).toHaveLength(1);
    recall({ type: 'pixel.recalled', opened: { kind: 'one', id: partner.id } });
    expect(read.calls).toHaveLength(1);
    recall({ type: 'pixel.recalled', opened: null });
    expect(read.calls.at(-1)).toEqual({ scope: { project, slug }, isRefresh: true });
  });

  it('closes the open pixel and replaces the list when another project is chosen', async () => {
    const { actor, read, readHealths, healths, left } = open();
    read.answer({ output: pixelList });
    await expect.poll(() => readHealths.calls).toHaveLength(1);
    readHealths.answer({ output: { [partner.id]: health } });
    await expect.poll(healths).toEqual({ [partner.id]: health });
    actor.send({ type: 'query.change', query: { ...query, timezone: 'UTC' } });
    expect([left, read.calls.length, actor.getSnapshot().context.zone]).toEqual([[], 1, 'UTC']);
    actor.send({ type: 'query.change', query: { ...query, project: 8 } });
    expect(left).toEqual(['left']);
    expect(read.calls.at(-1)).toMatchObject({ scope: { project: 8 }, isRefresh: false });
    expect(healths()).toEqual({});
  });
});
