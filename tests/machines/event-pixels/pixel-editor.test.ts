import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { type EditorData, pixelEditorMachine } from '#machines/event-pixels/pixel-editor.ts';
import type { EditorTarget } from '#machines/event-pixels/pixel-model.ts';
import { savePixel } from '#services/event-pixels/event-pixels.ts';
import { createApi } from '#services/kit/api.ts';
import { openedPixel, partner, place, unsaved } from '../../support/event-pixels.ts';
import { json, scriptedFetch } from '../../support/fetch.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

/** A copy that is being written, and its save request. */
async function writing(saving: ReturnType<typeof savePixel>) {
  const openPixel = scriptedRequest<EditorData, { slug: string; opened: EditorTarget }>();
  const actor = createActor(
    pixelEditorMachine.provide({ actors: { openPixel: openPixel.logic, savePixel: saving } }),
    { input: { place } },
  ).start();
  const value = () => actor.getSnapshot().value;
  const open = async () => {
    actor.send({ type: 'editor.open', opened: { kind: 'new', from: partner.id } });
    openPixel.answer({ output: openedPixel });
    await expect.poll(value).toMatchObject({ open: { editing: expect.anything() } });
  };
  await open();
  actor.send({ type: 'draft.change', change: unsaved });
  return { actor, value, open };
}

describe('a new pixel', () => {
  it('that was closed while it was being saved is not created twice by the next save', async () => {
    const { fetch, requests } = scriptedFetch((_, index) =>
      index === 0 ? new Promise<Response>(() => {}) : json(partner, 201),
    );
    const api = createApi({
      baseUrl: 'https://ledger.test',
      fetch,
      token: () => 'clu_first',
      onTokenRejected: () => {},
      onContractBroken: expect.unreachable,
    });
    const { actor, value, open } = await writing(savePixel(api));
    actor.send({ type: 'draft.save' });
    await expect.poll(() => requests.length).toBe(1);
    actor.send({ type: 'editor.close' });
    await open();
    expect(value()).toEqual({ open: { editing: 'changed' } });
    actor.send({ type: 'draft.save' });
    await expect.poll(value).toEqual({ open: { editing: 'saved' } });
    const [first, second] = requests.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(second).toBe(first);
  });

  it('that is already being created is not reported as another person’s change, and can be saved again', async () => {
    const saving = scriptedRequest<Pixel, { id: number | null; body: Record<string, unknown> }>();
    const { actor, value } = await writing(saving.logic);
    actor.send({ type: 'draft.save' });
    const underWay = 'This is already being done. Try again in a moment.';
    saving.answer({ error: { kind: 'conflict', message: underWay } });
    await expect.poll(value).toEqual({ open: { editing: 'refused' } });
    expect(actor.getSnapshot().context.problem?.message).toBe(underWay);
    actor.send({ type: 'draft.save' });
    saving.answer({ output: partner });
    await expect.poll(value).toEqual({ open: { editing: 'saved' } });
    expect(saving.calls.map(({ id }) => id)).toEqual([null, null]);
  });
});
