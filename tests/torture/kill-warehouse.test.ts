import { beforeAll, describe, expect, it } from 'vitest';
import { killWarehouseRig } from './rigs/kill-warehouse.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

const seed = 20_261_120;

describe('a warehouse that is killed under load', () => {
  it('stops no collecting, loses nothing and doubles nothing', async () => {
    const { broken } = await killWarehouseRig({ kills: 3, seed });
    expect(broken).toEqual([]);
  });

  it('is found to double a repeated batch when it is not recognised', async () => {
    const { broken } = await killWarehouseRig({ kills: 1, seed }, ['no-tokens']);
    expect(broken).toContainEqual(expect.stringContaining('are there twice'));
  });
});
