import { beforeAll, expect, it } from 'vitest';
import { killedShipsRig } from './rigs/killed-ships.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

// With many kills, and without transactions, it runs with `npm run torture`.
it('ships a test or does not, never half, when its process is killed', async () => {
  const { broken } = await killedShipsRig({ kills: 4, seed: 20_261_202 });
  expect(broken).toEqual([]);
});
