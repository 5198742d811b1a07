import { expect, it } from 'vitest';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { sharedStores } from '#tests/support/stores.ts';

const stores = sharedStores();

it('queries are answered although the engine is killed while it reads', async () => {
  const { warehouse } = stores();
  const { select } = createWarehouseReads(warehouse.reader);
  const read = (text: string) =>
    select({ sql: 'SELECT {text:String}, toString(count()) FROM events', parameters: { text } });
  for (let round = 0; round < 3; round += 1) {
    await read('warm');
    process.kill(warehouse.pid() ?? 0, 'SIGKILL');
    const names = ['a', 'b', 'c'].map((name) => `${name}${round}`);
    expect(await Promise.all(names.map(read))).toEqual(names.map((name) => [[name, '0']]));
  }
});
