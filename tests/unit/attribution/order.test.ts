import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FindEvents } from '#server/attribution/connected-events.ts';
import { EARLIEST_EARNED, LATEST_EARNED } from '#server/attribution/credit.ts';
import type { RawEvent, Touch } from '#server/attribution/raw-events.ts';
import { recompute, type Sources } from '#server/attribution/recompute.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';
import type { Change } from '#server/attribution/row-changes.ts';
import type { StoredDecision } from '#server/attribution/stored-decisions.ts';
import { clickKey, visitKeys } from '#server/attribution/visit-keys.ts';
import { type Arrival, eventLists } from './event-orders.ts';
import { facts, NOON } from './samples.ts';

const isTwin = ({ is_twin }: Touch): boolean => is_twin === 1;

/** The content of the warehouse, with only the queries that the resolver may run. */
class FakeWarehouse {
  readonly events = new Map<string, RawEvent>();
  readonly clicks = new Map<string, Touch>();
  readonly rows = new Map<string, Change>();
  readonly decided = new Map<string, StoredDecision>();
  written = 0;

  async move(batch: readonly Arrival[]): Promise<void> {
    const events = batch.flatMap((arrival) => ('event' in arrival ? [arrival.event] : []));
    const clicks = batch.flatMap((arrival) => ('click' in arrival ? [arrival.click] : []));
    for (const event of events) this.events.set(event.uid, event);
    for (const one of clicks) this.clicks.set(one.uid, one);
    await this.recompute(events, clicks);
  }

  /** The decisions about a conversion are recomputed by the keys of its events, as far as they are there. */
  async decide(all: readonly [uid: string, StoredDecision][]): Promise<void> {
    for (const [uid, decided] of all) this.decided.set(uid, decided);
    const events = all.flatMap(([uid]) => this.events.get(uid) ?? []);
    await this.recompute(events, []);
  }

  private async recompute(conversions: readonly RawEvent[], clicks: readonly Touch[]) {
    const changes = await recompute(this.sources, facts, { conversions, clicks });
    this.written += changes.length;
    for (const change of changes) this.rows.set(`${change.conversion_id} ${change.side}`, change);
  }

  /** The current rows, without their history. */
  get figures() {
    return [...this.rows.values()]
      .filter((row) => row.deleted === 0)
      .map(({ deleted, known_at, moved_from, ...row }) => row)
      .sort((a, b) => (`${a.conversion_id} ${a.side}` < `${b.conversion_id} ${b.side}` ? -1 : 1));
  }

  private clicksWith(ids: ReadonlySet<string>): Touch[] {
    return [...this.clicks.values()].filter((one) => visitKeys(one).some((id) => ids.has(id)));
  }

  private readonly find: FindEvents = async ({ keys, orders, people }) =>
    [...this.events.values()].filter(
      (event) =>
        keys.includes(event.key) ||
        orders.includes(event.order_id) ||
        (event.time >= people.from &&
          event.time <= people.to &&
          (people.clicks.includes(event.click_id) || people.users.includes(event.user_id))),
    );

  private readonly sources: Sources = {
    find: this.find,
    after: async (clicks) =>
      [...this.events.values()].filter((event) =>
        clicks.some(
          (one) =>
            event.time - one.time >= EARLIEST_EARNED &&
            event.time - one.time <= LATEST_EARNED &&
            visitKeys(event).some((id) => visitKeys(one).includes(id)),
        ),
      ),
    twins: async (clicks) =>
      [...this.clicks.values()].filter(
        (one) =>
          one.is_twin && clicks.some(({ click_id }) => click_id && click_id === one.click_id),
      ),
    touches: async (events) => {
      const ids = new Set(events.flatMap(visitKeys));
      const found = this.clicksWith(ids);
      return [...found, ...this.clicksWith(new Set(found.filter(isTwin).map(clickKey)))];
    },
    rows: async (ids) =>
      [...this.rows.values()].filter(({ conversion_id }) => ids.includes(conversion_id)),
    decided: async (events) =>
      new Map(
        events.flatMap(({ uid }) => {
          const decided = this.decided.get(uid);
          return decided ? [[uid, decided] as const] : [];
        }),
      ),
    corrections: async () => [],
  };
}

/** The same events in another order, cut into batches anywhere, some of them delivered again. */
const journeys = eventLists.chain((list) =>
  fc.record({
    list: fc.constant(list),
    shuffled: fc.shuffledSubarray(list, { minLength: list.length }),
    cuts: fc.array(fc.boolean(), { minLength: list.length, maxLength: list.length }),
    again: fc.subarray(list, { minLength: 0 }),
  }),
);

function batchesOf(list: readonly Arrival[], cuts: readonly boolean[]): Arrival[][] {
  const batches: Arrival[][] = [[]];
  for (const [index, arrival] of list.entries()) {
    if (cuts[index]) batches.push([]);
    batches.at(-1)?.push(arrival);
  }
  return batches;
}

/** For some of the events the decisions about them, latest last; null where it was undone. */
const decisions = fc
  .array(fc.option(fc.constantFrom('approved', 'rejected', 'reversed', 'pending', null)), {
    minLength: 14,
    maxLength: 14,
  })
  .map((statuses) =>
    statuses.map((status, index): StoredDecision | null =>
      index % 2 === 0 ? { order: index + 1, status, at: NOON + index } : null,
    ),
  );

const runs = { numRuns: 1_000 };
const timeoutMs = 60_000;

describe('the order of arrival', () => {
  it(
    'changes no row, and neither does how it is cut into batches',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, async ({ list, shuffled, cuts }) => {
          const [atOnce, inPieces] = [new FakeWarehouse(), new FakeWarehouse()];
          await atOnce.move(list);
          for (const batch of batchesOf(shuffled, cuts)) await inPieces.move(batch);
          expect(inPieces.figures).toEqual(atOnce.figures);
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    'gives the same result as all events at once',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, async ({ shuffled, cuts }) => {
          const warehouse = new FakeWarehouse();
          for (const batch of batchesOf(shuffled, cuts)) await warehouse.move(batch);
          const full = resolveConversions(
            facts,
            [...warehouse.events.values()],
            [...warehouse.clicks.values()],
          );
          expect(warehouse.figures).toEqual(full.map(({ known, ...row }) => row));
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    'does not matter to decisions, nor does their time',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, decisions, async ({ list, shuffled, cuts }, items) => {
          const all = list.flatMap((arrival, index): [string, StoredDecision][] => {
            const decided = items[index];
            return decided && 'event' in arrival ? [[arrival.event.uid, decided]] : [];
          });
          const [first, last] = [new FakeWarehouse(), new FakeWarehouse()];
          await first.decide(all);
          await first.move(list);
          for (const batch of batchesOf(shuffled, cuts)) await last.move(batch);
          for (const one of all) await last.decide([one]);
          expect(last.figures).toEqual(first.figures);
          for (const { conversion_id: id, status } of last.figures) {
            const uids = last.figures.flatMap((row) =>
              row.conversion_id === id ? row.event_uids : [],
            );
            const latest = all
              .filter(([uid, decided]) => decided.status !== null && uids.includes(uid))
              .sort(([, a], [, b]) => a.order - b.order)
              .at(-1);
            if (latest) expect(status).toBe(latest[1].status);
          }
        }),
        { numRuns: 300 },
      );
    },
    timeoutMs,
  );

  it(
    'writes nothing when a batch is moved again',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, async ({ list, again }) => {
          const warehouse = new FakeWarehouse();
          await warehouse.move(list);
          const { written, figures } = warehouse;
          await warehouse.move(again);
          expect(warehouse.written).toBe(written);
          expect(warehouse.figures).toEqual(figures);
        }),
        { numRuns: 300 },
      );
    },
    timeoutMs,
  );

  it(
    'never lets a later version be known before an earlier one',
    async () => {
      await fc.assert(
        fc.asyncProperty(journeys, async ({ shuffled, cuts }) => {
          const warehouse = new FakeWarehouse();
          for (const batch of batchesOf(shuffled, cuts)) {
            const before = new Map(warehouse.rows);
            await warehouse.move(batch);
            for (const [name, row] of warehouse.rows) {
              const old = before.get(name);
              if (old) expect(row.known_at >= old.known_at).toBe(true);
            }
          }
        }),
        { numRuns: 300 },
      );
    },
    timeoutMs,
  );
});

describe('any events', () => {
  it(
    'every event is in exactly one row, and no conversion has two rows of one side',
    () => {
      fc.assert(
        fc.property(eventLists, (list) => {
          const events = list.flatMap((arrival) => ('event' in arrival ? [arrival.event] : []));
          const rows = resolveConversions(facts, events, []);
          expect(rows.flatMap((row) => row.event_uids).sort()).toEqual(
            events.map(({ uid }) => uid).sort(),
          );
          const names = rows.map((row) => `${row.conversion_id} ${row.side}`);
          expect(new Set(names).size).toBe(names.length);
          expect(rows.reduce((sum, row) => sum + row.raw_count, 0)).toBe(events.length);
        }),
        runs,
      );
    },
    timeoutMs,
  );

  it(
    'browser events change no money, status or identity of a server row',
    () => {
      fc.assert(
        fc.property(eventLists, (list) => {
          const events = list.flatMap((arrival) => ('event' in arrival ? [arrival.event] : []));
          const truth = (items: RawEvent[]) =>
            resolveConversions(facts, items, [])
              .filter((row) => row.side === 'server' && row.record === 'conversion')
              .map(({ conversion_id, value, raw_value, raw_count, payout, status }) => ({
                conversion_id,
                value,
                raw_value,
                raw_count,
                payout,
                status,
              }));
          expect(truth(events)).toEqual(truth(events.filter(({ side }) => side === 'server')));
        }),
        runs,
      );
    },
    timeoutMs,
  );
});
