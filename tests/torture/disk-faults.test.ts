import { beforeAll, describe, expect, it } from 'vitest';
import { failedWritesRig, fullDiskRig, mountMissing, tracingMissing } from './rigs/disk-faults.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

describe('an acknowledged event of a page', () => {
  it.skipIf(tracingMissing())(
    'has reached the disk, and a failed write is not acknowledged',
    async () => {
      const { broken } = await failedWritesRig({ acks: 8 });
      expect(broken).toEqual([]);
    },
  );

  it.skipIf(mountMissing())('survives a full disk', async () => {
    const { broken } = await fullDiskRig();
    expect(broken).toEqual([]);
  });
});
