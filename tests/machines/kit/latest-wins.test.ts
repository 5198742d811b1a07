import { describe, expect, it } from 'vitest';
import { latestRig } from '../../torture/rigs/latest.ts';

const seed = 20_261_120;

describe('the latest selection', () => {
  it('wins over every order of slow answers, failures, refreshes and aborts', async () => {
    const { broken } = await latestRig({ runs: 500, seed });
    expect(broken).toEqual([]);
  }, 120_000);

  it('is missed by a client that shows whatever arrives first', async () => {
    const { broken } = await latestRig({ runs: 20, seed }, ['mixed-up']);
    expect(broken).toContainEqual(expect.stringContaining('belongs to another selection'));
  });
});
