import { beforeAll, describe, expect, it } from 'vitest';
import { killStackRig } from './rigs/kill-stack.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

const seed = 20_261_120;

describe('kill -9 of the whole stack under load', () => {
  it('loses no acknowledged event, doubles none, stores no half batch', async () => {
    const { broken } = await killStackRig({ kills: 5, events: 1_000, commits: 100, seed });
    expect(broken).toEqual([]);
  });

  it('finds losses, halves and doubles without each safeguard', async () => {
    const { broken } = await killStackRig({ kills: 2, events: 100, commits: 10, seed }, [
      ...(['ack-early', 'no-transactions', 'no-tokens'] as const),
    ]);
    expect(broken).toContainEqual(expect.stringContaining('acknowledged events are lost'));
    expect(broken).toContainEqual(expect.stringContaining('halves of transactions'));
    expect(broken).toContainEqual(expect.stringContaining('are there twice'));
  });
});
