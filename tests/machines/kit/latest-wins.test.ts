import { describe, expect, it } from 'vitest';
import { latestSelectionRig } from '../../torture/rigs/latest-selection.ts';

const seed = 20_261_120;

describe('the latest selection', () => {
  it('wins over every order of slow answers, failures, refreshes and aborts', async () => {
    const { broken } = await latestSelectionRig({ runs: 500, seed });
    expect(broken).toEqual([]);
  }, 120_000);

  it('does not win in a client that shows the first answer to arrive', async () => {
    const { broken } = await latestSelectionRig({ runs: 20, seed }, ['mixed-up']);
    expect(broken).toContainEqual(expect.stringContaining('belongs to another selection'));
  });
});
