import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Funnel as DashboardFunnel } from '#contract/analytics/report.ts';
import type {
  FunnelFigures,
  FunnelPerson,
  FunnelReport,
  FunnelTrend,
  Opportunities,
} from '#contract/funnels/report.ts';
import { longReadSeconds } from '#server/warehouse/engine-messages.ts';
import { insertCosts } from '#tests/server/analytics/samples.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type Funnels, startFunnels, stepOf } from './fixture.ts';
import { insertFunnelData } from './random-funnels.ts';

const stores = sharedStores();
const begin = Date.parse('2026-11-10T12:00:00.000Z');
const minute = 60_000;
const days = 'start=2026-11-10&end=2026-11-11&timezone=UTC';

let funnels: Funnels;
beforeAll(async () => {
  funnels = await startFunnels(stores());
});
afterAll(() => funnels.stop());

type Company = Awaited<ReturnType<Funnels['company']>>;

let uids = 0;
const eventOf = (visitor: string, name: string, after: number, more: object = {}) => {
  uids += 1;
  return {
    uid: `reported-${uids}`,
    name,
    time: begin + after * minute,
    side: 'browser' as const,
    eventId: '',
    orderId: '',
    visitor,
    click: `click-${visitor}`,
    affid: '1001',
    country: 'US',
    campaign: 'c1',
    value: '0',
    url: 'https://shop.test/offer',
    custom: {},
    leftOut: null,
    ...more,
  };
};

/** Ten people who land, six who go on, three who buy for 50 each, one of them also seen by the browser. */
async function withPeople({ id, published }: Pick<Company, 'id' | 'published'>) {
  const events = Array.from({ length: 10 }, (_, index) => {
    const visitor = `p${index}`;
    const country = index < 4 ? 'DE' : 'US';
    const sale = eventOf(visitor, 'purchase', 20 + index, { side: 'server', value: '50' });
    return {
      visitor,
      sale,
      all: [
        eventOf(visitor, 'page_view', index, { country, affid: index % 2 ? '1001' : '1002' }),
        ...(index < 6 ? [eventOf(visitor, 'initiate_checkout', 10 + index)] : []),
        ...(index < 3 ? [sale] : []),
      ],
    };
  });
  const twin = eventOf('p0', 'purchase', 21, { value: '50' });
  const conversions = events.slice(0, 3).map(({ visitor, sale }, index) => {
    const common = { visitor, click: `click-${visitor}`, value: '50', isCounted: true };
    return {
      id: `sale-${id}-${index}`,
      time: sale.time,
      affid: '1001',
      server: { ...common, uids: [sale.uid] },
      browser: index === 0 ? { ...common, uids: [twin.uid] } : null,
    };
  });
  await insertFunnelData(stores().warehouse.writer, id, {
    events: [...events.flatMap(({ all }) => all), twin],
    conversions,
  });
  return published();
}

async function company() {
  const own = await funnels.company();
  const funnel = await withPeople(own);
  const read = async <Answer>(below: string, query = days): Promise<Answer> => {
    const answer = await own.send('GET', `${funnel.slug}/${below}/?${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as Answer;
  };
  return { ...own, funnel, read };
}

describe('the report of a funnel', () => {
  it('counts people, money and times step by step', async () => {
    const { read } = await company();
    const { steps, totals, currency } = await read<FunnelReport>('report');
    expect(steps.map(({ reached, dropped, step_rate }) => [reached, dropped, step_rate])).toEqual([
      [10, 0, null],
      [6, 4, 0.6],
      [3, 3, 0.5],
    ]);
    expect(steps.map(({ median_ms }) => median_ms)).toEqual([null, 10 * minute, 10 * minute]);
    expect(totals).toMatchObject({ entered: 10, converted: 3, revenue: 150, epc: 15, cost: null });
    expect(steps[2]).toMatchObject({ value_per_person: 50, revenue_at_stake: 150 });
    expect(steps[1]?.last_event_at).toBe(new Date(begin + 15 * minute).toISOString());
    expect(currency).toBe('USD');
  });

  it('does not know revenue where no step takes the conversion', async () => {
    const { published, send } = await company();
    const steps = [stepOf('landing', 'page_view'), stepOf('lead', 'initiate_checkout')];
    const { slug } = await published({ name: 'Leads', steps });
    const read = async <Answer>(below: string): Promise<Answer> =>
      (await send('GET', `${slug}/${below}/?${days}`)).json();
    const { totals, steps: reported } = await read<FunnelReport>('report');
    expect(totals).toMatchObject({ entered: 10, converted: 6, rate: 0.6 });
    const unknown = { revenue: null, epc: null, roas: null };
    expect(totals).toMatchObject(unknown);
    expect(reported[1]).toMatchObject({ value_per_person: null, revenue_at_stake: null });
    expect((await read<FunnelFigures>('figures')).totals).toMatchObject(unknown);
    const { buckets } = await read<FunnelTrend>('trend');
    expect(buckets.map(({ revenue }) => revenue)).toEqual(buckets.map(() => null));
    const people = await read<FunnelPerson[]>('actors');
    expect(people.map(({ revenue }) => revenue)).toEqual(people.map(() => null));
    const { is_paid, steps: ranked } = await read<Opportunities>('opportunities');
    expect(is_paid).toBe(false);
    expect(ranked[0]).toMatchObject({
      ...{ slug: 'lead', one_point: null, one_point_converted: 0.1 },
    });
  });

  it('divides people by where they came from, and the parts add up', async () => {
    const { read } = await company();
    const { breakdown, totals } = await read<FunnelReport>('report', `${days}&breakdown=country`);
    expect(
      breakdown?.map(({ key, label, totals: { entered, converted } }) => [
        key,
        label,
        entered,
        converted,
      ]),
    ).toEqual([
      ['US', 'United States', 6, 0],
      ['DE', 'Germany', 4, 3],
    ]);
    expect(breakdown?.reduce((sum, row) => sum + (row.totals.revenue ?? 0), 0)).toBe(
      totals.revenue,
    );
  });

  it('shows what was spent on campaigns that brought nobody, so that the costs add up', async () => {
    const { id, read } = await company();
    await insertCosts(stores().warehouse.writer, [
      { project: id, date: '2026-11-10', campaign: 'c1', spend: '30' },
      { project: id, date: '2026-11-10', campaign: 'c9', spend: '12.5' },
    ]);
    const { breakdown, totals } = await read<FunnelReport>(
      'report',
      `${days}&breakdown=campaign_id`,
    );
    expect(totals.cost).toBe(42.5);
    expect(
      breakdown?.map(({ key, is_rest, totals: { entered, cost } }) => [
        key,
        is_rest,
        entered,
        cost,
      ]),
    ).toEqual([
      ['c1', false, 10, 30],
      [null, true, 0, 12.5],
    ]);
  });

  it('compares with the days before', async () => {
    const { read } = await company();
    const { compared } = await read<FunnelReport>(
      'report',
      'start=2026-11-12&end=2026-11-13&timezone=UTC&compare=previous',
    );
    expect(compared).toMatchObject({
      period: { start: '2026-11-10', end: '2026-11-11' },
      totals: { entered: 10, converted: 3 },
      p_value: null,
    });
  });

  it('filters by the event with which an attempt begins', async () => {
    const { read } = await company();
    const filters = JSON.stringify([{ property: 'country', operator: 'in', values: ['de'] }]);
    const query = `${days}&filters=${encodeURIComponent(filters)}`;
    const { totals } = await read<FunnelReport>('report', query);
    expect(totals).toMatchObject({ entered: 4, converted: 3 });
  });
});

describe('the trend of a funnel', () => {
  it.each([
    ['day', ['2026-11-07', '2026-11-08', '2026-11-09', '2026-11-10'], [0, 0, 0, 10]],
    ['week', ['2026-11-07', '2026-11-09'], [0, 10]],
  ])('counts people by the %s on which their attempt began', async (interval, starts, entered) => {
    const { read } = await company();
    const { buckets } = await read<FunnelTrend>(
      'trend',
      `start=2026-11-07&end=2026-11-10&timezone=UTC&interval=${interval}`,
    );
    expect(buckets.map(({ day }) => day)).toEqual(starts);
    expect(buckets.map((bucket) => bucket.entered)).toEqual(entered);
    expect(buckets.at(-1)).toMatchObject({ reached: [10, 6, 3], converted: 3, revenue: 150 });
  });
});

describe('the people of a funnel', () => {
  it('are listed page by page, and written to a file that is safe in a spreadsheet', async () => {
    const { send, funnel } = await company();
    const path = `${funnel.slug}/actors/?${days}&page_size=4`;
    const found: FunnelPerson[] = [];
    let cursor = '';
    for (let page = 0; page < 3; page += 1) {
      const answer = await send('GET', `${path}${cursor && `&cursor=${cursor}`}`);
      expect(answer.statusCode, answer.body).toBe(200);
      found.push(...(answer.json() as FunnelPerson[]));
      cursor = String(answer.headers['x-next-cursor'] ?? '');
    }
    expect(cursor).toBe('');
    expect(found.map(({ person }) => person)).toEqual(
      Array.from({ length: 10 }, (_, index) => `p${9 - index}`),
    );
    expect(found.at(-1)).toMatchObject({
      ...{
        furthest_step: 'order',
        converted: true,
        open: false,
        revenue: 50,
        click_id: 'click-p0',
      },
      ...{ country: 'DE', affid: '1002', campaign_id: 'c1' },
    });
    const file = await send('GET', `${funnel.slug}/actors/?${days}&format=csv&outcome=converted`);
    expect(file.headers['content-type']).toContain('text/csv');
    const lines = file.body
      .trim()
      .split('\r\n')
      .filter((line) => !line.startsWith('#'));
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('person,entered_at,furthest_step');
  });

  it.each([
    ['dropped', '&step=checkout', ['p9', 'p8', 'p7', 'p6']],
    ['dropped', '&step=order', ['p5', 'p4', 'p3']],
    ['converted', '', ['p2', 'p1', 'p0']],
    ['reached', '&step=checkout&breakdown=country&breakdown_value=US', ['p5', 'p4']],
    ['excluded', '', []],
  ])('can be those who %s%s', async (outcome, more, people) => {
    const { read } = await company();
    const found = await read<FunnelPerson[]>('actors', `${days}&outcome=${outcome}${more}`);
    expect(found.map(({ person }) => person)).toEqual(people);
  });
});

describe('refusals', () => {
  it.each([
    ['report', 'start=2026-11-11&end=2026-11-10', 'end'],
    ['report', `${days}&compare=custom&compare_start=2026-11-01`, 'compare_end'],
    ['time-to-convert', `${days}&from_step=order&to_step=landing`, 'to_step'],
    ['actors', `${days}&step=nowhere`, 'step'],
    ['actors', `${days}&cursor=bad`, 'cursor'],
    ['report', `${days}&filters=%7B`, 'filters'],
    [
      'report',
      `${days}&filters=${encodeURIComponent('[{"property":"path","operator":"regex","value":"("}]')}`,
      'filters.0.value',
    ],
  ])('%s?%s is refused at %s', async (below, query, field) => {
    const { send, funnel } = await company();
    const answer = await send('GET', `${funnel.slug}/${below}/?${query}`);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });

  it('an unknown funnel is not found, and a draft has no figures yet', async () => {
    const { send, created } = await funnels.company();
    expect((await send('GET', `nothing/report/?${days}`)).statusCode).toBe(404);
    const draft = await created({ steps: [stepOf('landing', 'page_view')] });
    const answer = await send('GET', `${draft.slug}/report/?${days}`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().detail).toBe('Publish this funnel to see its figures.');
  });
});

describe("the dashboard's funnel", () => {
  it('shows the figures of the default funnel, and of another one by its slug', async () => {
    const { done, funnel, read, get } = await withDashboard();
    const asked = (slug: string) =>
      get(`funnel-analysis-data/?start_date=2026-11-10&end_date=2026-11-11&timezone=UTC${slug}`);
    const before = await asked('');
    expect(before.funnel.slug).toBe('default');
    await done('POST', `${funnel.slug}/set-default/`, { body: { is_default: true } });
    const { steps } = await read<FunnelReport>('report');
    for (const own of [await asked(''), await asked(`&funnel=${funnel.slug}`)]) {
      expect(own.funnel).toEqual({ slug: funnel.slug, name: funnel.name });
      expect(own.steps.map(({ users, dropped, name }) => [users, dropped, name])).toEqual(
        steps.map(({ reached, dropped, name }) => [reached, dropped, name]),
      );
      expect(own.steps.map(({ median_seconds }) => median_seconds)).toEqual([null, 600, 600]);
      expect(own.steps.map(({ events }) => events)).toEqual([10, 6, 3]);
      expect(own.steps.at(-1)?.revenue).toBe(150);
    }
  });

  it('may take as long as the reports of funnels', async () => {
    const { done, funnel, get } = await withDashboard();
    await done('POST', `${funnel.slug}/set-default/`, { body: { is_default: true } });
    const query = vi.spyOn(stores().warehouse.reader, 'query');
    await get('funnel-analysis-data/?start_date=2026-11-09&end_date=2026-11-11&timezone=UTC');
    const limits = query.mock.calls.map(([sent]) => sent.clickhouse_settings?.max_execution_time);
    query.mockRestore();
    // Only how fresh the report is, is read as everywhere.
    expect(limits.filter((limit) => limit !== longReadSeconds)).toEqual([undefined]);
  });

  async function withDashboard() {
    const own = await company();
    const get = async (path: string): Promise<DashboardFunnel> => {
      const url = `../${path}&affiliate_id=all`;
      const answer = await own.send('GET', url);
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().data as DashboardFunnel;
    };
    return { ...own, get };
  }
});

describe('a member of an affiliate', () => {
  it('sees only attempts that began with an event of the affiliate', async () => {
    const { send, funnel, id } = await company();
    const { rows } = await stores().pool.query<{ id: number }>(
      `insert into affiliates (aff_id, project_id, name) values ('1002', $1, 'Partner') returning id`,
      [id],
    );
    const report = await send('GET', `${funnel.slug}/report/?${days}&affiliate_id=${rows[0]?.id}`);
    expect(report.json().totals).toMatchObject({ entered: 5, converted: 0, revenue: 0 });
  });
});
