import { beforeAll, describe, expect, it } from 'vitest';
import { fullDiskRig, syncRig, whyNoMount, whyNoTracing } from './rigs/disk.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

describe('what a page is told was kept', () => {
  it.skipIf(whyNoTracing())(
    'has reached the disk, and a disk that fails is no answer',
    async () => {
      const { broken } = await syncRig({ acks: 8 });
      expect(broken).toEqual([]);
    },
  );

  it.skipIf(whyNoMount())('is there after the disk was full', async () => {
    const { broken } = await fullDiskRig();
    expect(broken).toEqual([]);
  });
});
