import { beforeAll, describe, expect, it } from 'vitest';
import { fullDiskRig, syncRig, whyNoMount, whyNoTracing } from './rigs/disk.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

describe('an acknowledged event of a page', () => {
  it.skipIf(whyNoTracing())(
    'has reached the disk, and a failed write is not acknowledged',
    async () => {
      const { broken } = await syncRig({ acks: 8 });
      expect(broken).toEqual([]);
    },
  );

  it.skipIf(whyNoMount())('survives a full disk', async () => {
    const { broken } = await fullDiskRig();
    expect(broken).toEqual([]);
  });
});
