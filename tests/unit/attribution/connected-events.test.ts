import { describe, expect, it } from 'vitest';
import { connectedEvents, type FindEvents } from '#server/attribution/connected-events.ts';
import type { RawEvent } from '#server/attribution/raw-events.ts';
import { DAY, MINUTE, NOON, purchase, seenByBrowser } from './samples.ts';

const among =
  (stored: readonly RawEvent[]): FindEvents =>
  async ({ keys, orders, people }) =>
    stored.filter(
      (event) =>
        keys.includes(event.key) ||
        orders.includes(event.order_id) ||
        (event.time >= people.from &&
          event.time <= people.to &&
          (people.clicks.includes(event.click_id) || people.users.includes(event.user_id))),
    );

/** The uids found from each of the events alone. */
async function foundFromEach(stored: readonly RawEvent[]): Promise<string[][]> {
  const all: string[][] = [];
  for (const event of stored) {
    const found = await connectedEvents(among(stored), [event]);
    all.push(found.map(({ uid }) => uid).sort());
  }
  return all;
}

describe('events of one person and half an hour', () => {
  const sale = (value: string, days: number) =>
    purchase({ event_id: 'e1', click_id: 'ck', value, time: NOON + days * DAY });
  const page = (value: string, days: number) =>
    seenByBrowser({ event_id: 'p1', click_id: 'ck', value, time: NOON + days * DAY + 10 * MINUTE });

  it.each([
    ['the server named days later', [sale('0', 0), sale('40', 5), page('40', 0)]],
    ['the page named days later', [sale('40', 0), page('0', 0), page('40', 1)]],
    ['both named days later', [sale('0', 0), sale('40', 1.5), page('9', 0), page('40.00', 1)]],
  ])('are connected by an amount that %s, from each of them', async (_, stored) => {
    const whole = stored.map(({ uid }) => uid).sort();
    expect(await foundFromEach(stored)).toEqual(stored.map(() => whole));
  });

  it('are not connected where no reports of theirs name one amount', async () => {
    const [first, second, seen] = [sale('0', 0), sale('40', 5), page('41', 0)];
    const own = [first.uid, second.uid].sort();
    expect(await foundFromEach([first, second, seen])).toEqual([own, own, [seen.uid]]);
  });
});

describe('many sales of one user id', () => {
  const all = () => true;
  const half = (index: number) => index % 4 < 2;
  it.each<[title: string, sideOf: (index: number) => RawEvent['side'], isNew: typeof half]>([
    ['of one side', () => 'server', all],
    ['of one side of which half came before', () => 'server', half],
    ['of both sides', (index) => (index % 2 === 0 ? 'server' : 'browser'), all],
  ])('%s are not compared with each other', async (_, sideOf, isNew) => {
    let reads = 0;
    const counted = <Value>(value: Value) => ({
      get: () => {
        reads += 1;
        return value;
      },
    });
    const stored = Array.from({ length: 2_000 }, (_, index): RawEvent => {
      const sale = purchase({ event_id: `e${index}`, value: `${index}`, side: sideOf(index) });
      return Object.defineProperties(sale, {
        user_id: counted('guest'),
        time: counted(NOON + index * 4_000),
      });
    });
    const seeds = stored.filter((_, index) => isNew(index));
    const found = await connectedEvents(async () => stored, seeds);
    expect(found).toHaveLength(seeds.length);
    expect(reads / stored.length).toBeLessThan(50);
  });
});
