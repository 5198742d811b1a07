import { beforeAll, describe, expect, it } from 'vitest';
import { portInUseRig, secondProcessRig } from './rigs/second-process.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

describe('a start that cannot succeed', () => {
  it('on a directory in use ends with one sentence and changes nothing', async () => {
    const { broken } = await secondProcessRig();
    expect(broken).toEqual([]);
  });

  it('is found to change the directory when the lock is not checked', async () => {
    const { broken } = await secondProcessRig(['ignored-lock']);
    expect(broken).toContainEqual(expect.stringContaining('the second one changed'));
  });

  it('on a port in use ends with one sentence and leaves nothing running', async () => {
    const { broken } = await portInUseRig();
    expect(broken).toEqual([]);
  });
});
