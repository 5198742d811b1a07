import { beforeEach, describe, expect, it } from 'vitest';
import { pixelExecutedSchema } from '#contract/master-pixels/schemas.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { addMember } from '#server/projects/repository.ts';
import {
  type Company,
  masterPixelFixture,
  noon,
  openCompany,
  pixelsOf,
  report,
  sendEvents,
} from './fixture.ts';

const fixture = masterPixelFixture();
let company: Company;
beforeEach(async () => {
  fixture().setNow(noon);
  company = await openCompany(fixture());
});

const DAY = 86_400_000;
const ago = (ms: number) => new Date(noon.getTime() - ms).toISOString();

const requestExecuted = (query = '', person = company.owner) =>
  fixture().call(person, 'GET', `/api/v1/pixel-executed/?affid=1001${query}`);

async function executed(query = '', person = company.owner) {
  const answer = await requestExecuted(query, person);
  expect(answer.statusCode, answer.body).toBe(200);
  return pixelExecutedSchema.parse(answer.json());
}

const purchase = (order: string, time: string, fields: object = {}) => ({
  event_name: 'purchase',
  order_id: order,
  event_id: order,
  value: 10,
  affid: '1001',
  event_time: time,
  ...fields,
});

describe('whether a pixel was executed', () => {
  it("is answered with the contract's object before the first event", async () => {
    expect((await requestExecuted('&ss=1&timezone=America/New_York')).json()).toEqual({
      executed: false,
      affid: '1001',
      ss: 1,
      first_executed_at: null,
      last_executed_at: null,
      count_today: 0,
      count_24h: 0,
      events: [],
      checks: [],
      dedup: null,
    });
  });

  it('counts today in the zone, the last 24 hours, and what is usual', async () => {
    await sendEvents(fixture(), company, [
      purchase('a', ago(5 * 3_600_000)),
      purchase('b', ago(13 * 3_600_000)),
      purchase('c', ago(2 * DAY)),
      purchase('d', ago(2 * DAY + 1)),
      purchase('e', ago(2 * DAY + 2)),
      purchase('t', ago(1_000), { test: true }),
      purchase('o', ago(1_000), { affid: '2002' }),
    ]);
    expect(await executed('&timezone=UTC')).toMatchObject({
      executed: true,
      ss: null,
      first_executed_at: ago(2 * DAY + 2),
      last_executed_at: ago(5 * 3_600_000),
      count_today: 1,
      count_24h: 2,
      expected_24h: 3,
      events: [{ event_name: 'purchase', count_24h: 2, last_executed_at: ago(5 * 3_600_000) }],
    });
    expect(await executed('&timezone=America/New_York')).toMatchObject({ count_today: 1 });
    expect(await executed('&timezone=Asia/Tokyo')).toMatchObject({ count_today: 2 });
  });

  it('has no usual count before a whole day', async () => {
    await sendEvents(fixture(), company, [
      purchase('a', ago(1_000)),
      purchase('b', ago(DAY + 1_000)),
    ]);
    expect((await executed()).expected_24h).toBeNull();
  });

  it('separates the sides, and pairs their conversions', async () => {
    const { key } = (await pixelsOf(fixture(), company))[0];
    const bought = (order: string, value: number) => ({
      event_name: 'purchase',
      order_id: order,
      event_id: order,
      affid: '1001',
      value,
      currency: 'USD',
    });
    await report(fixture(), key, {
      events: [bought('both', 10), bought('differs', 99), bought('browser', 10)],
    });
    await sendEvents(fixture(), company, [
      purchase('both', ago(0)),
      purchase('differs', ago(0)),
      purchase('server', ago(0)),
    ]);
    const dedup = { both: 2, server_only: 1, browser_only: 1, match_rate: 0.5 };
    expect(await executed()).toMatchObject({ count_24h: 6, dedup });
    expect(await executed('&ss=1')).toMatchObject({ ss: 1, count_24h: 3, dedup });
    const browser = await executed('&ss=0');
    expect(browser).toMatchObject({ ss: 0, count_24h: 3, dedup });
    expect(browser.checks).toContainEqual({
      id: 'value_agrees',
      ok: false,
      value: 0.5,
      message: 'Browser and server give the same value for 50 % of the conversions that both saw.',
    });
  });

  it('counts conversions that are credited to the affiliate without naming it', async () => {
    const click = { event_name: 'click', click_id: 'ck_1', affid: '1001', event_time: ago(60_000) };
    const order = purchase('a', ago(0), { affid: undefined, click_id: 'ck_1' });
    await sendEvents(fixture(), company, [{ ...click, side: 'browser' }, order]);
    expect(await executed('&ss=1')).toMatchObject({
      executed: true,
      count_24h: 1,
      events: [{ event_name: 'purchase', count_24h: 1 }],
    });
    expect((await executed('&ss=0')).events).toMatchObject([{ event_name: 'click' }]);
  });

  it('notices missing ids and values, and pages that report twice', async () => {
    const { key } = (await pixelsOf(fixture(), company))[0];
    await sendEvents(fixture(), company, [
      ...Array.from({ length: 9 }, (_, index) => purchase(`${index}`, ago(index))),
      { ...purchase('', ago(100)), order_id: undefined, event_id: undefined, value: 0 },
    ]);
    const view = (id: string) => ({
      event_name: 'page_view',
      event_id: id,
      visitor_id: 'v1',
      affid: '1001',
    });
    await report(fixture(), key, { events: [view('1'), view('2')] });
    await fixture().mover.flush();
    expect((await executed()).checks).toEqual([
      {
        id: 'event_id_present',
        ok: false,
        value: 0.9,
        message: '90 % of the reports of conversions carry an event or order id.',
      },
      {
        id: 'value_present',
        ok: false,
        value: 0.9,
        message: '90 % of conversions carry a value.',
      },
      {
        id: 'snippet_once',
        ok: false,
        value: 2,
        message:
          '100 % of page views came more than once in the same second: the snippet is probably loaded twice.',
      },
    ]);
    expect((await executed('&ss=1')).checks.map(({ id }) => id)).not.toContain('snippet_once');
  });
});

describe('access', () => {
  it('is limited to own projects and affiliates', async () => {
    const other = await openCompany(fixture());
    const ours = await company.member('affiliate', [company.affiliateId]);
    const { pool } = fixture().stores;
    const siblingId = await createAffiliate(pool, {
      projectId: company.projectId,
      affId: '2002',
      name: 'Bo',
    });
    const otherUser = await company.member('affiliate', [siblingId]);
    await sendEvents(fixture(), other, [purchase('x', ago(0))]);
    expect(await executed('', ours)).toMatchObject({ executed: false });
    expect((await requestExecuted('', otherUser)).statusCode).toBe(403);
    expect((await requestExecuted(`&project_id=${other.projectId}`)).statusCode).toBe(403);
    const unknown = await fixture().call(company.owner, 'GET', '/api/v1/pixel-executed/?affid=9');
    expect(unknown.statusCode).toBe(403);
  });

  it('covers two projects that use the same id together, or the named one', async () => {
    const other = await openCompany(fixture());
    await addMember(fixture().stores.pool, other.projectId, company.owner.id, 'viewer');
    await sendEvents(fixture(), company, [purchase('x', ago(0))]);
    await sendEvents(fixture(), other, [purchase('x', ago(0)), purchase('y', ago(0))]);
    expect((await executed()).count_24h).toBe(3);
    expect((await executed(`&project_id=${other.projectId}`)).count_24h).toBe(2);
  });

  it.each([
    ['', { affid: ['Name the affiliate.'] }],
    [
      'affid=a&ss=2',
      { ss: ['Use 1 for the server, 0 for the browser, or leave it out for both.'] },
    ],
  ])('is refused with a reason for “%s”', async (query, body) => {
    const answer = await fixture().call(company.owner, 'GET', `/api/v1/pixel-executed/?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual(body);
  });
});
