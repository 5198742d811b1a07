import { beforeAll, expect, it } from 'vitest';
import { slowSendersRig } from './rigs/slow-senders.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

it('cuts off a thousand senders of one byte a second and keeps serving others', async () => {
  const { broken } = await slowSendersRig({ sockets: 1_000, within: 200 });
  expect(broken).toEqual([]);
});
