import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { columns, readableColumns, storedRow } from '#server/attribution/conversion-table.ts';
import { linkClickId } from '#server/attribution/link-click.ts';
import { readFacts } from '#server/attribution/project-facts.ts';
import type { RawEvent } from '#server/attribution/raw-events.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';
import type { StoredRow } from '#server/attribution/row-changes.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { PAYOUT_ONLY } from '#server/warehouse/order-scope.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { type Arrival, eventLists } from '#tests/unit/attribution/event-orders.ts';
import { event, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();
let mover: Mover;
beforeAll(() => {
  const { pool, warehouse } = stores();
  mover = startMover({ pool, warehouse, log: silent, now: () => new Date() });
});
afterAll(() => mover.stop());

const iso = (time: number) => new Date(time).toISOString();

function rowOf(project: number, arrival: Arrival): EventRow {
  if ('event' in arrival) {
    const { uid, name, time, ingested, key, scope, is_payout, ...input } = arrival.event;
    return event(project, {
      ...input,
      event_uid: uid,
      event_name: name,
      event_time: iso(time),
      ingested_at: iso(ingested),
      dedup_key: key,
      order_scope: `${is_payout ? PAYOUT_ONLY : ''}${scope}`,
    });
  }
  const { uid, time, ingested, ...input } = arrival.click;
  return event(project, {
    ...input,
    event_uid: uid,
    event_time: iso(time),
    ingested_at: iso(ingested),
  });
}

/** The same with click ids of this project's links: no other click has twins. */
function linkedIn(project: number): (arrival: Arrival) => Arrival {
  const ids = new Map(['k1', 'k2'].map((name) => [name, linkClickId(project)]));
  const named = <One extends { click_id: string }>(one: One): One => ({
    ...one,
    click_id: ids.get(one.click_id) ?? one.click_id,
  });
  return (arrival) =>
    'event' in arrival ? { event: named(arrival.event) } : { click: named(arrival.click) };
}

const nameOf = (row: Pick<StoredRow, 'conversion_id' | 'side'>) =>
  `${row.conversion_id} ${row.side}`;
const byName = (a: StoredRow, b: StoredRow) => (nameOf(a) < nameOf(b) ? -1 : 1);

describe('the stores after any sequence of steps', () => {
  it.each([11, 22, 33, 44, 55, 66])(
    "contain the resolver's result of all events (%d)",
    async (seed) => {
      const { pool, warehouse } = stores();
      const project = (await addProject(pool)).id;
      const payout = { type: 'revshare' as const, value: 0.2 };
      await createAffiliate(pool, { affId: '1001', projectId: project, name: 'North', payout });
      const all = fc.sample(eventLists, { seed, numRuns: 6 }).flat().map(linkedIn(project));
      const batches = fc.sample(fc.array(fc.nat({ max: 12 }), { minLength: 8, maxLength: 8 }), {
        seed,
        numRuns: 1,
      })[0];
      let from = 0;
      for (const size of [...(batches ?? []), all.length]) {
        await storeInInbox(
          pool,
          all.slice(from, from + size).map((arrival) => rowOf(project, arrival)),
        );
        await mover.flush();
        from += size;
      }

      const facts = (await readFacts(pool, [project])).get(project);
      if (!facts) throw new Error('The project has no facts.');
      const events = all.flatMap((arrival): RawEvent[] =>
        'event' in arrival ? [arrival.event] : [],
      );
      const clicks = all.flatMap((arrival) => ('click' in arrival ? [arrival.click] : []));
      const expected = resolveConversions(facts, events, clicks).map(({ known: _, ...row }) => row);
      expect(expected.length).toBeGreaterThan(10);

      const rows = await select<StoredRow>(
        warehouse,
        `SELECT ${readableColumns} FROM conversions FINAL WHERE project_id = {project:UInt32}`,
        { project },
      );
      const found = rows.map(storedRow).sort(byName);
      expect(found.map(({ deleted: _, known_at: __, ...row }) => row)).toEqual(expected);
      expect(Object.keys(found[0] ?? {}).length).toBe(columns.length - 1);
    },
  );
});
