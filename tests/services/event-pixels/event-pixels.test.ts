import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { removePixel, savePixel } from '#services/event-pixels/event-pixels.ts';
import { partner } from '../../support/event-pixels.ts';
import { json } from '../../support/fetch.ts';
import { losingFirstAnswer } from '../../support/lost-answer.ts';

/** Pixels of a server whose first answer is lost. */
function pixels() {
  const { api, keys } = losingFirstAnswer(({ method }) =>
    method === 'DELETE' ? json('The pixel was removed.') : json(partner, 201),
  );
  const save = (id: number | null, name: string) =>
    toPromise(createActor(savePixel(api), { input: { id, body: { name } } }).start());
  const remove = () =>
    toPromise(createActor(removePixel(api), { input: { entry: partner } }).start());
  return { save, remove, keys };
}

it('creates one pixel when saving is retried after a lost answer', async () => {
  const { save, keys } = pixels();
  await expect(save(null, 'Once')).rejects.toMatchObject({ kind: 'offline' });
  expect(await save(null, 'Once')).toEqual(partner);
  await save(null, 'Once');
  await save(partner.id, 'Once');
  const [first, again, another, change] = keys();
  expect(first).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(again).toBe(first);
  expect(another).not.toBe(first);
  expect(change).toBeNull();
});

it('creates a new pixel once one was removed, though an answer was lost before', async () => {
  const { save, remove, keys } = pixels();
  await expect(save(null, 'Anew')).rejects.toMatchObject({ kind: 'offline' });
  await remove();
  await save(null, 'Anew');
  const [first, , second] = keys();
  expect(second).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(second).not.toBe(first);
});
