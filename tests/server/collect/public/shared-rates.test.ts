import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from '#server/collect/public/token-buckets.ts';
import { recordStatements } from '#tests/server/accounts/accounts-app.ts';
import { stoppedClock } from '#tests/server/accounts/test-app.ts';
import { sharedStores } from '#tests/support/stores.ts';

const stores = sharedStores();
/** 800 events at once, 40 a second; each process lends up to 10 before it asks. */
const perSecond = 40;

function processes(name: string, count: number) {
  const clock = stoppedClock();
  const now = () => clock.now().getTime();
  const { pool, statements } = recordStatements(stores().pool);
  const buckets = Array.from({ length: count }, () =>
    createTokenBuckets({ name, perSecond, pool, now }),
  );
  /** How many single events of so many are taken, sent to the processes in turn. */
  async function taken(sent: number): Promise<number> {
    let given = 0;
    for (let turn = 0; turn < sent; turn += 1) {
      if ((await buckets[turn % count]?.take('a network', 1)) === 0) given += 1;
    }
    return given;
  }
  return { clock, taken, statements, buckets };
}

describe('the rate of a network', () => {
  it('is exact for one process', async () => {
    const { clock, taken } = processes('alone', 1);
    expect(await taken(900)).toBe(800);
    clock.advance(5_000);
    expect(await taken(300)).toBe(200);
    clock.advance(60_000);
    expect(await taken(900)).toBe(800);
  });

  it('is one for three processes, but for what each of them lends', async () => {
    const { clock, taken } = processes('together', 3);
    const first = await taken(2_000);
    expect(first).toBeGreaterThanOrEqual(800);
    expect(first).toBeLessThanOrEqual(830);
    let later = 0;
    for (let second = 0; second < 30; second += 1) {
      clock.advance(1_000);
      later += await taken(200);
    }
    expect(first + later).toBeGreaterThanOrEqual(800 + 30 * perSecond - 30);
    expect(first + later).toBeLessThanOrEqual(800 + 30 * perSecond + 30);
  });

  it('costs no statement for a page, and few for many', async () => {
    const { taken, statements, buckets } = processes('quiet', 1);
    await taken(10);
    for (let page = 0; page < 500; page += 1) await buckets[0]?.take(`page ${page}`, 3);
    expect(statements).toEqual([]);
    await taken(700);
    expect(statements.length).toBeLessThanOrEqual(70);
  });

  it('is drawn as a whole or not at all, and its wait is in seconds', async () => {
    const { buckets } = processes('whole', 2);
    const [one, other] = buckets;
    expect(await one?.take('k', 500)).toBe(0);
    expect(await other?.take('k', 500)).toBe(5);
    expect(await other?.take('k', 300)).toBe(0);
    expect(await one?.take('k', 20)).toBe(1);
  });

  it('forgets buckets that are full again', async () => {
    const { clock, buckets } = processes('forgotten', 1);
    await buckets[0]?.take('k', 100);
    clock.advance(10 * 60_000);
    await buckets[0]?.take('other', 100);
    const { rows } = await stores().pool.query(
      "select count(*)::int from collect_buckets where name = 'forgotten'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});
