import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAffiliate, createAffiliate } from '#server/affiliates/repository.ts';
import { linkClickId } from '#server/attribution/link-click.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { resolveMissingRates, resolveProject } from '#server/pipeline/recompute-project.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { at, cost, event, NOON, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LATER = NOON + 10 * DAY;
const retryOptions = { timeout: 30_000 };

let mover: Mover;
beforeAll(() => {
  const { pool, warehouse } = stores();
  mover = startMover({ pool, warehouse, log: silent, now: () => new Date() });
});
afterAll(() => mover.stop());

const newProject = async () => (await addProject(stores().pool)).id;

/** Sends events through the inbox, one batch for each list. */
async function move(...batches: (EventRow | EventRow[])[]): Promise<void> {
  for (const batch of batches) {
    await storeInInbox(stores().pool, [batch].flat());
    await mover.flush();
  }
}

type Figure = {
  side: string;
  record: string;
  event_uid: string;
  conversion_id: string;
  value: string;
  payout: string;
  excluded_reason: string;
  affid: string;
  campaign_id: string;
  reason: string;
  paired: number;
  dedup_method: string;
  known_at: string;
};

const conversionsOf = (project: number) =>
  select<Figure>(
    stores().warehouse,
    `SELECT side, record, event_uid, conversion_id, toString(value) AS value, toString(payout) AS payout,
       excluded_reason, affid, campaign_id, reason, paired, dedup_method, toString(known_at) AS known_at
     FROM conversions FINAL WHERE project_id = {project:UInt32} ORDER BY side, record, event_time`,
    { project },
  );

/** The expected state as of an instant. */
const asOf = (project: number, known: string) =>
  select<{ value: string; n: number }>(
    stores().warehouse,
    `SELECT toString(sum(value)) AS value, toUInt32(count()) AS n FROM (
       SELECT * FROM conversion_versions
       WHERE project_id = {project:UInt32} AND known_at <= parseDateTime64BestEffort({known:String}, 3, 'UTC')
       ORDER BY version DESC LIMIT 1 BY conversion_id, side
     ) WHERE deleted = 0 AND excluded_reason = ''`,
    { project, known },
  );

const versionsOf = async (project: number) => {
  const [found] = await select<{ n: number }>(
    stores().warehouse,
    'SELECT toUInt32(count()) AS n FROM conversion_versions WHERE project_id = {project:UInt32}',
    { project },
  );
  return found?.n;
};

it('read a batch of old orders, each of another month', async () => {
  const project = await newProject();
  const months = Array.from({ length: 130 }, (_, index) => new Date(Date.UTC(2012, index, 7)));
  await move(
    months.map((month) =>
      purchase(project, { order_id: `of ${month.toISOString()}`, event_time: month.toISOString() }),
    ),
  );
  expect(await conversionsOf(project)).toHaveLength(130);
});

describe('a click', () => {
  const click = (project: number, fields: Partial<EventRow> = {}) =>
    event(project, { affid: '1001', campaign_id: 'c1', ...fields });

  it.each([
    ['its own click id', { click_id: 'ck_late' }, 'click id ck_late'],
    ['its visitor', { visitor_id: 'v_late' }, "visitor's last click 60 min before"],
    ['its user', { user_id: 'sha256:late' }, "visitor's last click 60 min before"],
  ])('that arrives after the conversion gets the credit over %s', async (_, ids, reason) => {
    const project = await newProject();
    await move(purchase(project, ids));
    expect(await conversionsOf(project)).toMatchObject([{ reason: 'no touch in 30 days' }]);
    await move(click(project, ids));
    expect(await conversionsOf(project)).toMatchObject([
      { affid: '1001', campaign_id: 'c1', reason },
    ]);
  });

  it.each([
    ['link', 'page', 'sale'],
    ['link', 'sale', 'page'],
    ['page', 'link', 'sale'],
    ['page', 'sale', 'link'],
    ['sale', 'link', 'page'],
    ['sale', 'page', 'link'],
  ] as const)(
    'of a tracking link belongs to the visitor whom its page saw: %s, %s, %s',
    async (...order) => {
      const project = await newProject();
      const click_id = linkClickId(project);
      const came = {
        link: click(project, { click_id, campaign_id: 'link' }),
        page: click(project, { click_id, visitor_id: 'v1', is_twin: 1, campaign_id: 'page' }),
        sale: purchase(project, { visitor_id: 'v1' }),
      };
      for (const one of order) await move(came[one]);
      expect(await conversionsOf(project)).toMatchObject([
        { campaign_id: 'link', reason: "visitor's last click 60 min before" },
      ]);
    },
  );

  it('is found among many in one batch', async () => {
    const project = await newProject();
    await move([purchase(project, { visitor_id: 'v777' })]);
    await move(
      Array.from({ length: 2_000 }, (_, index) =>
        click(project, {
          visitor_id: `v${index}`,
          click_id: `ck_${index}`,
          campaign_id: `c${index}`,
        }),
      ),
    );
    expect(await conversionsOf(project)).toMatchObject([{ campaign_id: 'c777' }]);
  });

  it('of the browser side reaches the server side although it is between the two', async () => {
    const project = await newProject();
    await move(
      purchase(project, { event_id: 'e1', event_time: at(20 * HOUR) }),
      purchase(project, { event_id: 'e1', side: 'browser', visitor_id: 'v1', event_time: at(0) }),
      click(project, { visitor_id: 'v1', event_time: at(10 * HOUR) }),
    );
    expect((await conversionsOf(project)).map((row) => row.affid)).toEqual(['1001', '1001']);
  });

  it('changes nothing when it is a bot, a test, too old or another project’s', async () => {
    const [project, other] = [await newProject(), await newProject()];
    await move(purchase(project, { visitor_id: 'v1' }));
    await move([
      click(project, { visitor_id: 'v1', is_bot: 1 }),
      click(project, { visitor_id: 'v1', is_test: 1 }),
      click(project, { visitor_id: 'v1', event_time: at(-91 * DAY) }),
      click(other, { visitor_id: 'v1' }),
    ]);
    expect(await conversionsOf(project)).toMatchObject([{ affid: '' }]);
    expect(await versionsOf(project)).toBe(1);
  });
});

describe('a conversion', () => {
  it('has the rows of both sides under one id, whichever came first', async () => {
    for (const order of [0, 1]) {
      const project = await newProject();
      const sides = [
        purchase(project, { event_id: 'e1', event_uid: `s${order}` }),
        purchase(project, { event_id: 'e1', side: 'browser', value: '80' }),
      ];
      await move(...(order === 0 ? sides : sides.reverse()));
      const rows = await conversionsOf(project);
      expect(rows).toMatchObject([
        { side: 'browser', value: '80', paired: 1, dedup_method: 'event_id' },
        { side: 'server', value: '86', paired: 1 },
      ]);
      expect(rows[0]?.conversion_id).toBe(rows[1]?.conversion_id);
    }
  });

  it('counts in the hour of its browser event when that turns out to be the hour before', async () => {
    const project = await newProject();
    const full = Date.UTC(2026, 10, 21, 7) - NOON;
    const order = { event_id: 'o-1', order_id: 'o-1' };
    const seen = (minutes: number) =>
      purchase(project, { ...order, side: 'browser', event_time: at(full + minutes * MINUTE) });
    const placed = () =>
      select<{ hour: string; events: number }>(
        stores().warehouse,
        `SELECT formatDateTime(event_time, '%d %H') AS hour, length(event_uids) AS events
         FROM conversions FINAL WHERE project_id = {project:UInt32} AND side = 'browser'`,
        { project },
      );
    await move(purchase(project, { ...order, event_time: at(full + 10 * MINUTE) }), seen(12));
    expect(await placed()).toEqual([{ hour: '21 07', events: 1 }]);
    await move(seen(-2));
    expect(await placed()).toEqual([{ hour: '21 06', events: 2 }]);
    await move(purchase(project, { ...order, event_time: at(full - 5 * MINUTE) }));
    expect(await placed()).toEqual([{ hour: '21 06', events: 2 }]);
  });

  it('moves to another id when an earlier event of its key turns up', async () => {
    const project = await newProject();
    await move(
      purchase(project, { order_id: 'o1', value: '5' }),
      purchase(project, { order_id: 'o1', value: '4', event_time: at(0) }),
    );
    expect(await conversionsOf(project)).toMatchObject([{ value: '5' }]);
    expect(await versionsOf(project)).toBe(3);
  });

  it('pairs by person when the second side has no key of its own', async () => {
    const project = await newProject();
    await move(
      purchase(project, { order_id: 'o1', click_id: 'ck' }),
      purchase(project, { side: 'browser', click_id: 'ck', event_time: at(HOUR + 20 * MINUTE) }),
    );
    expect((await conversionsOf(project)).map((row) => row.dedup_method)).toEqual([
      'fallback',
      'fallback',
    ]);
  });

  it('is split again when a key shows which reports belong together', async () => {
    const project = await newProject();
    await move(
      purchase(project, { order_id: 'o1', click_id: 'ck' }),
      purchase(project, { side: 'browser', event_id: 'x', click_id: 'ck', event_uid: 'stranger' }),
      purchase(project, { side: 'browser', event_id: 'o1', event_uid: 'twin' }),
    );
    const rows = await conversionsOf(project);
    expect(rows.find((row) => row.event_uid === 'stranger')?.paired).toBe(0);
    expect(rows.find((row) => row.event_uid === 'twin')?.dedup_method).toBe('event_id');
  });

  it('is undone by a later status', async () => {
    const project = await newProject();
    await move(
      purchase(project, { order_id: 'o1' }),
      purchase(project, { order_id: 'o1', status: 'rejected', event_time: at(20 * DAY) }),
    );
    expect(await conversionsOf(project)).toMatchObject([{ excluded_reason: 'rejected' }]);
  });

  it('is undone by a later report of it with the time of the order', async () => {
    const project = await newProject();
    const told = (status: string, after: number) =>
      Array.from({ length: 20 }, (_, index) =>
        purchase(project, { event_id: `e${index}`, status, ingested_at: at(HOUR + after) }),
      );
    await move(told('approved', 1), told('rejected', 2), told('pending', 0));
    const reasons = async () =>
      (await conversionsOf(project)).map(({ excluded_reason }) => excluded_reason);
    expect(await reasons()).toEqual(Array(20).fill('rejected'));
    const versions = await versionsOf(project);
    await resolveProject(
      { ...stores(), warehouse: stores().warehouse.writer, now: () => new Date() },
      project,
    );
    expect([await reasons(), await versionsOf(project)]).toEqual([
      Array(20).fill('rejected'),
      versions,
    ]);
  });

  it('is whatever the primary event of the project is called', async () => {
    const project = await newProject();
    await stores().pool.query(
      `insert into master_pixels (project_id, name, event_name, is_primary, public_key)
       values ($1, 'Lead', 'Lead', true, $2)`,
      [project, `mp_${project}`],
    );
    await move([purchase(project), purchase(project, { event_name: 'lead', value: '3' })]);
    expect(await conversionsOf(project)).toMatchObject([{ value: '3' }]);
  });

  it('stays as it was known as of an instant', async () => {
    const project = await newProject();
    const told = (ms: number) => ({ order_id: 'o1', ingested_at: at(ms) });
    await move(
      purchase(project, { ...told(2 * HOUR), value: '5' }),
      purchase(project, { ...told(3 * HOUR), value: '4', event_time: at(0) }),
      purchase(project, { ...told(4 * HOUR), status: 'reversed', event_time: at(3 * HOUR) }),
    );
    expect(await asOf(project, at(HOUR))).toEqual([{ value: '0', n: 0 }]);
    expect(await asOf(project, at(2 * HOUR))).toEqual([{ value: '5', n: 1 }]);
    expect(await asOf(project, at(3 * HOUR))).toEqual([{ value: '5', n: 1 }]);
    expect(await asOf(project, at(4 * HOUR))).toEqual([{ value: '0', n: 0 }]);
  });

  it('is written only when something about it changes', async () => {
    const project = await newProject();
    const sale = { order_id: 'o1', visitor_id: 'v1', user_id: 'u1', click_id: 'ck', payout: '1.5' };
    const rows = [event(project, { visitor_id: 'v1', state: 'TX', country: 'US' })];
    await move(rows, purchase(project, sale));
    expect(await versionsOf(project)).toBe(1);
    await move(purchase(project, { order_id: 'o2', user_id: 'u1', value: '1' }));
    await move(event(project, { event_name: 'page_view', visitor_id: 'v1' }));
    await move(event(project, { visitor_id: 'v1', event_time: at(2 * HOUR) }));
    expect(await versionsOf(project)).toBe(2);
    await resolveProject(
      { ...stores(), warehouse: stores().warehouse.writer, now: () => new Date() },
      project,
    );
    expect(await versionsOf(project)).toBe(2);
  });
});

describe('a refund', () => {
  it('finds its order whichever comes first', async () => {
    for (const order of [0, 1]) {
      const project = await newProject();
      const events = [
        purchase(project, { event_id: 'e1', order_id: 'o1', visitor_id: 'v1' }),
        event(project, {
          event_name: 'refund',
          order_id: 'o1',
          value: '6',
          event_time: at(12 * DAY),
        }),
      ];
      await move(event(project, { visitor_id: 'v1', affid: '1001' }));
      await move(...(order === 0 ? events : events.reverse()));
      expect(await conversionsOf(project)).toMatchObject([
        { record: 'conversion', value: '86', affid: '1001' },
        { record: 'refund', value: '6', affid: '1001' },
      ]);
    }
  });

  it('follows the credit of its order', async () => {
    const project = await newProject();
    await move(
      [
        purchase(project, { order_id: 'o1', visitor_id: 'v1' }),
        event(project, { event_name: 'refund', order_id: 'o1', event_time: at(DAY) }),
      ],
      event(project, { visitor_id: 'v1', affid: '1002' }),
    );
    expect((await conversionsOf(project)).map((row) => row.affid)).toEqual(['1002', '1002']);
  });
});

describe('facts that change', () => {
  const refresher = () => ({
    pool: stores().pool,
    warehouse: stores().warehouse.writer,
    now: () => new Date(LATER),
  });

  it('count conversions without an exchange rate, from then on', async () => {
    const project = await addProject(stores().pool, { currency: 'CHF' });
    await storeInInbox(
      stores().pool,
      [
        purchase(project.id, { value: '10', currency: 'JPY', payout: '1' }),
        purchase(project.id, { value: '3', currency: 'CHF' }),
        purchase(project.id, { value: '3', currency: 'SEK' }),
      ],
      [
        cost(project.id, {
          currency: 'JPY',
          spend: '100',
          spend_base: '0',
          excluded_reason: 'no_rate',
        }),
        cost(project.id, { campaign_id: 'c2', currency: 'SEK', excluded_reason: 'no_rate' }),
      ],
    );
    await mover.flush();
    expect((await conversionsOf(project.id)).map((row) => row.excluded_reason).sort()).toEqual([
      '',
      'no_rate',
      'no_rate',
    ]);
    await stores().pool.query(
      `insert into exchange_rates (base, currency, valid_from, rate) values ('CHF', 'JPY', '2026-11-01', 0.5)`,
    );
    await resolveMissingRates(refresher(), project.id);
    const rows = await conversionsOf(project.id);
    expect(
      rows
        .filter((row) => row.excluded_reason === '')
        .map((row) => row.value)
        .sort(),
    ).toEqual(['3', '5']);
    expect(rows.find((row) => row.value === '5')).toMatchObject({
      payout: '0.5',
      known_at: '2026-11-30 12:00:00.000',
    });
    expect(
      await select(
        stores().warehouse,
        `SELECT campaign_id, toString(spend_base) AS spend_base, excluded_reason FROM costs FINAL
         WHERE project_id = {project:UInt32} ORDER BY campaign_id`,
        { project: project.id },
      ),
    ).toEqual([
      { campaign_id: 'c1', spend_base: '50', excluded_reason: '' },
      { campaign_id: 'c2', spend_base: '5', excluded_reason: 'no_rate' },
    ]);
  });

  it('apply first terms and another primary event to the whole project', async () => {
    const project = await newProject();
    await move([
      purchase(project, { affid: '1001' }),
      purchase(project, { affid: '1001', event_name: 'lead', value: '1' }),
    ]);
    await createAffiliate(stores().pool, {
      affId: '1001',
      projectId: project,
      name: 'North',
      payout: { type: 'cpa', value: 7.5 },
    });
    await resolveProject(refresher(), project);
    expect(await conversionsOf(project)).toMatchObject([{ value: '86', payout: '7.5' }]);
    await stores().pool.query(
      `insert into master_pixels (project_id, name, event_name, is_primary, public_key)
       values ($1, 'Lead', 'lead', true, $2)`,
      [project, `mp_${project}`],
    );
    await resolveProject(refresher(), project);
    expect(await conversionsOf(project)).toMatchObject([{ value: '1', payout: '7.5' }]);
  });

  it('leave past payouts unchanged when terms change', async () => {
    const project = await newProject();
    const { pool } = stores();
    const terms = (value: number) => ({ type: 'cpa' as const, value });
    const id = await createAffiliate(pool, {
      affId: '1001',
      projectId: project,
      name: 'North',
      payout: terms(7.5),
    });
    const sale = (order_id: string, ms: number) =>
      purchase(project, { order_id, affid: '1001', event_time: at(ms) });
    await move(sale('before', HOUR - 1));
    await changeAffiliate(pool, id, { payout: terms(9) }, new Date(NOON + HOUR));
    await move([sale('late', HOUR - 1), sale('after', HOUR)]);
    const payouts = async () => (await conversionsOf(project)).map(({ payout }) => payout);
    expect(await payouts()).toEqual(['7.5', '7.5', '9']);
    await resolveProject(refresher(), project);
    expect(await payouts()).toEqual(['7.5', '7.5', '9']);
    expect(await versionsOf(project)).toBe(3);
  });

  it('wait for a batch that is half moved', async () => {
    const { pool, warehouse } = stores();
    await mover.stop();
    const project = await newProject();
    let blocked = true;
    let attempts = 0;
    const next = startMover({
      pool,
      warehouse,
      log: silent,
      now: () => new Date(),
      onStep: (step) => {
        if (step === 'events') attempts += 1;
        if (blocked && step === 'events') throw new Error('no answer');
      },
    });
    try {
      await storeInInbox(pool, [purchase(project)]);
      await expect
        .poll(
          () => select(warehouse, `SELECT 1 FROM events WHERE project_id = ${project}`),
          retryOptions,
        )
        .toHaveLength(1);
      let done = false;
      const resolved = resolveProject(refresher(), project).then(() => {
        done = true;
      });
      const startTime = attempts;
      await expect.poll(() => attempts, retryOptions).toBeGreaterThan(startTime + 1);
      expect(done).toBe(false);
      blocked = false;
      await resolved;
      expect(await versionsOf(project)).toBe(1);
    } finally {
      await next.stop();
      mover = startMover({ pool, warehouse, log: silent, now: () => new Date() });
    }
  });
});
