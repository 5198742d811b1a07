import { beforeAll, expect, it } from 'vitest';
import { sameVariantRig } from './rigs/split-assignments.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

// In full counts, and with another seed after the restart, it runs with `npm run torture`.
it('gives a unit one variant by the link, on pages and in the call, in two processes and after a restart', async () => {
  const { broken } = await sameVariantRig({ units: 40, seed: 20_261_201 });
  expect(broken).toEqual([]);
});
