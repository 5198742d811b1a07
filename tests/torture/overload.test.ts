import { beforeAll, expect, it } from 'vitest';
import { overloadRig } from './rigs/overload.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

it('refuses what is too much so that it comes again, keeps what it took, and is soon normal', async () => {
  const { broken } = await overloadRig({ seconds: 2, goodput: null });
  expect(broken).toEqual([]);
});
