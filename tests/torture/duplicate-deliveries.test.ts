import { beforeAll, describe, expect, it } from 'vitest';
import { duplicateDeliveriesRig } from './rigs/duplicate-deliveries.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

const seed = 20_261_120;
const few = { deliveries: 2_000, perRequest: 50, crashes: 1, seed };

describe('deliveries with duplicates and crashes', () => {
  it('are counted once, exact to the cent, after every crash', async () => {
    const { broken } = await duplicateDeliveriesRig({
      deliveries: 10_000,
      perRequest: 100,
      crashes: 3,
      seed,
    });
    expect(broken).toEqual([]);
  });

  it('are found counted twice when a repeated batch is not recognised', async () => {
    const doubled = /^after crash 1: clicks is/;
    const found: string[] = [];
    // The machine decides which batch is cut off: one without clicks doubles none.
    for (let turn = 0; turn < 3 && !found.some((one) => doubled.test(one)); turn += 1) {
      const { broken } = await duplicateDeliveriesRig({ ...few, seed: seed + turn }, ['no-tokens']);
      found.push(...broken);
    }
    expect(found).toContainEqual(expect.stringMatching(doubled));
  });

  it('are found counted twice when a repeated delivery looks new', async () => {
    const { broken } = await duplicateDeliveriesRig({ ...few, crashes: 0 }, ['forget-deliveries']);
    expect(broken).toContainEqual(expect.stringMatching(/^at the end: clicks is/));
  });
});
