import { beforeAll, describe, expect, it } from 'vitest';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { inTransaction } from '#server/database/orm.ts';
import { readOpenTasks } from '#server/jobs/queue.ts';
import type { OutcomeQuestion } from '#server/split-tests/outcomes/outcome-question.ts';
import { readFigures } from '#server/split-tests/outcomes/read-figures.ts';
import { snapshotJobName } from '#server/split-tests/snapshot-job.ts';
import { addSnapshot, dropSnapshots } from '#server/split-tests/snapshot-rows.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { DAY, HOUR, sharedTests, variant } from './fixture.ts';
import { insertExposures, insertReports } from './traffic.ts';

/** Pages that no other test is about. */
const others = ['A', 'B'].map((key) => variant(key, { url: `https://pages.test/other-${key}` }));

const tests = sharedTests();
const stores = sharedStores();
let select: ReturnType<typeof createWarehouseReads>['select'];
beforeAll(() => {
  select = createWarehouseReads(stores().warehouse.reader).select;
});

const idsOf = async (test: string): Promise<string[]> => {
  const { rows } = await stores().pool.query<{ id: string }>(
    'select id from split_test_snapshots where test_id = $1 order by computed_at',
    [test],
  );
  return rows.map(({ id }) => id);
};

describe('a run of the job', () => {
  it.each(['pause', 'stop'])('is queued once when tests %s', async (step) => {
    const { done, started } = await tests().company();
    const first = await started();
    const job = { job: snapshotJobName, project: first.project };
    expect(await readOpenTasks(stores().pool, job)).toHaveLength(0);
    await done('POST', `${first.id}/${step}/`);
    await done('POST', `${(await started({ variants: others })).id}/${step}/`);
    expect(await readOpenTasks(stores().pool, job)).toHaveLength(1);
  });
});

describe('snapshots', () => {
  it('of the last two days, the last of each day, the first crossing and the decision stay', async () => {
    const { clock, company } = tests();
    const { done, won } = await company();
    const { test, found } = await won();
    const now = clock.now().getTime();
    const midnight = Math.floor(now / DAY) * DAY;
    const hours = [-50, -49, -26.5, -26, -25, -2, -1, 0.5, 1];
    const times = hours.map((hour) => midnight - 2 * DAY + hour * HOUR).filter((at) => at < now);
    const at = (time: number) => `at ${(time - midnight) / HOUR}`;
    for (const time of times) {
      const earlier = { ...found, snapshot_id: at(time), as_of: new Date(time).toISOString() };
      await addSnapshot(stores().pool, test.id, earlier);
    }
    await done('POST', `${test.id}/decide/`, {
      body: { decision: 'ship', variant: 'B', snapshot_id: at(times[2] ?? 0) },
    });
    const drop = (later: number) =>
      inTransaction(stores().pool, (client) =>
        dropSnapshots(client, test.id, new Date(now + later)),
      );
    await drop(0);
    const before = now - 2 * DAY;
    const isLastOfDay = (time: number) =>
      !times.some((other) => other > time && Math.floor(other / DAY) === Math.floor(time / DAY));
    const expected = times.filter(
      (time) => time >= before || isLastOfDay(time) || time === times[2],
    );
    expect(expected.length).toBeLessThan(times.length);
    expect(expected).not.toContain(times[0]);
    expect(await idsOf(test.id)).toEqual([...expected.map(at), found.snapshot_id]);

    // Much later only the last of each day are left, with those that something rests on.
    const later = { ...found, snapshot_id: 'later', as_of: new Date(now + 1_000).toISOString() };
    await addSnapshot(stores().pool, test.id, later);
    await drop(30 * DAY);
    const left = [...times.filter((time) => isLastOfDay(time) || time === times[2]).map(at)];
    expect(await idsOf(test.id)).toEqual([...left, found.snapshot_id, 'later']);
  });

  it('keep the first crossing while the gate closes again, and never change', async () => {
    const { clock, company } = tests();
    const { won, traffic, snapshot, results, send } = await company();
    const { test, found } = await won();
    expect(found.first_crossing?.snapshot_id).toBe(found.snapshot_id);
    // Thousands of units whose windows are open make the test immature.
    await traffic(
      test,
      { A: { units: 2_000, buyers: 0 }, B: { units: 2_000, buyers: 0 } },
      { at: clock.now().getTime(), kind: 'late' },
    );
    clock.advance(10 * 60_000);
    await snapshot();
    const closed = await results(test);
    expect(closed.gate).toMatchObject({ status: 'collecting', winner: null });
    expect(closed.first_crossing).toEqual(found.first_crossing);
    clock.advance(4 * DAY);
    await snapshot();
    expect((await results(test)).first_crossing).toEqual(found.first_crossing);
    const first = await send('GET', `${test.id}/results/?snapshot_id=${found.snapshot_id}`);
    expect(first.json().results).toEqual(found);
  });
});

describe('what is frozen', () => {
  it('is the same whenever it is asked, whatever arrived since', async () => {
    const { writer } = stores().warehouse;
    const project = 710_001;
    const start = Date.UTC(2026, 10, 1);
    const at = (hours: number) => start + hours * HOUR;
    const seen = { variant: 'A', at: at(0), arrival: at(0) };
    const asked = (hours: number, goal: OutcomeQuestion['goal']) =>
      readFigures(select, {
        ...{ project, test: 'test-1', unit: 'visitor', goal, event: 'purchase', isPrimary: true },
        ...{ startedAt: new Date(start), windowHours: 24, asOf: new Date(at(hours)), cap: null },
      });
    await insertExposures(writer, project, [
      { ...seen, visitor: 'one', click: 'one-1' },
      { ...seen, visitor: 'two', click: 'two-1', variant: 'B' },
    ]);
    const order = { version: 1, at: at(2), known: at(3), paid: 0, counts: true, visitor: '' };
    await insertReports(writer, project, [
      { ...order, id: 'first', worth: 10, click: 'one-1' },
      { ...order, id: 'second', worth: 20, click: '', visitor: 'two' },
    ]);
    const goals = ['conversion_rate', 'epc', 'aov'] as const;
    const before = await Promise.all(goals.map((goal) => asked(50, goal)));
    expect(before[0]?.frozen.get('A')).toMatchObject({ units: 1, conversions: 1 });

    await insertExposures(writer, project, [
      // Two visits of a frozen unit in another variant, and a visitor with the click of an order.
      { ...seen, visitor: 'one', click: 'one-2', variant: 'B', at: at(20), arrival: at(60) },
      { ...seen, visitor: 'one', click: 'one-0', variant: 'B', at: at(1), arrival: at(61) },
      { ...seen, visitor: 'three', click: 'three-1', at: at(1), arrival: at(62) },
    ]);
    await insertReports(writer, project, [
      // A refund, a correction, and a sale that became known too late.
      {
        ...order,
        id: 'first',
        version: 2,
        known: at(70),
        worth: 10,
        counts: false,
        click: 'one-1',
      },
      { ...order, id: 'second', version: 2, known: at(71), worth: 90, click: 'three-1' },
      { ...order, id: 'third', known: at(72), worth: 30, click: 'one-1' },
    ]);
    for (const [place, goal] of goals.entries()) {
      expect(await asked(50, goal), goal).toEqual(before[place]);
      const later = await asked(100, goal);
      expect(later.frozen.get('B')).toEqual(before[place]?.frozen.get('B'));
      expect(later.frozen.get('A')).toMatchObject({ units: 2 });
      expect(later.present.get('A')).toMatchObject({ units: 2 });
      expect(Number(later.present.get('A')?.revenue)).toBe(120);
      expect(later.present.get('B')).toMatchObject({ units: 1, conversions: 0 });
    }
  });
});
