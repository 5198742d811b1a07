import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { createApi } from '#services/api.ts';
import { removePixel, savePixel } from '#services/event-pixels.ts';
import { partner } from '../support/event-pixels.ts';
import { json, scriptedFetch } from '../support/fetch.ts';

/** A server whose first answer is lost. */
function afterOneLost() {
  const { fetch, asked } = scriptedFetch(({ method }, index) => {
    if (index === 0) return new TypeError('lost');
    return method === 'DELETE' ? json('The pixel was removed.') : json(partner, 201);
  });
  const api = createApi({
    baseUrl: 'https://ledger.test',
    fetch,
    token: () => 'clu_first',
    refused: () => {},
    broken: expect.unreachable,
  });
  const save = (id: number | null, name: string) =>
    toPromise(createActor(savePixel(api), { input: { id, body: { name } } }).start());
  const remove = () =>
    toPromise(createActor(removePixel(api), { input: { id: partner.id } }).start());
  return { save, remove, keys: () => asked.map(({ headers }) => headers.get('Idempotency-Key')) };
}

it('creates a pixel once that is saved again after its answer was lost', async () => {
  const { save, keys } = afterOneLost();
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

it('creates a pixel anew once one was removed, though an answer was lost before', async () => {
  const { save, remove, keys } = afterOneLost();
  await expect(save(null, 'Anew')).rejects.toMatchObject({ kind: 'offline' });
  await remove();
  await save(null, 'Anew');
  const [first, , second] = keys();
  expect(second).toMatch(/^[\x21-\x7e]{16,255}$/);
  expect(second).not.toBe(first);
});
