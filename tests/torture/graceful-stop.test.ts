import { beforeAll, describe, expect, it } from 'vitest';
import { gracefulStopRig } from './rigs/graceful-stop.ts';
import { buildProduct } from './support/product.ts';

beforeAll(buildProduct);

const seed = 20_261_120;

describe('SIGTERM under load', () => {
  it('answers accepted requests, ends with 0, leaves nothing behind', async () => {
    const { broken } = await gracefulStopRig({ stops: 2, seed });
    expect(broken).toEqual([]);
  });

  it('finds requests that are cut off', async () => {
    const { broken } = await gracefulStopRig({ stops: 1, seed }, ['cut-sockets']);
    expect(broken).toContainEqual(expect.stringContaining('requests were cut off'));
  });

  it('finds lost events and processes that are left behind', async () => {
    const { broken } = await gracefulStopRig({ stops: 1, seed }, ['ack-early', 'exit-at-once']);
    expect(broken).toContainEqual(expect.stringContaining('acknowledged events are lost'));
    expect(broken).toContainEqual(expect.stringMatching(/processes are left$/));
  });
});
