import { beforeEach, describe, expect, it } from 'vitest';
import type { LoggedPostback } from '#contract/collect/postback-log.ts';
import {
  addAffiliate,
  browser,
  eventsOf,
  noon,
  openShop,
  publicFixture,
  type Shop,
} from '../collect/public/fixture.ts';

const fixture = publicFixture();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

beforeEach(() => fixture().setNow(noon));

const pb = ({ serverKey }: Shop, query: string) =>
  fixture().app.inject({ url: `/t/pb?key=${serverKey}&${query}`, remoteAddress: '203.0.113.77' });

async function request({ projectId, token }: Shop, query = '') {
  await fixture().mover.flush();
  return fixture().app.inject({
    url: `/api/v1/postback-log/?project_id=${projectId}&timezone=UTC${query}`,
    headers: { authorization: `Token ${token}` },
  });
}
const logOf = async (shop: Shop, query = ''): Promise<LoggedPostback[]> =>
  (await request(shop, query)).json();

async function clickOf(shop: Shop): Promise<string> {
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  const answer = await fixture().app.inject({
    url: `/t/c/${affid}?format=json`,
    headers: { 'user-agent': browser },
  });
  return answer.json().click_id;
}

describe('GET /api/v1/postback-log/', () => {
  it('shows the result of each postback, latest first', async () => {
    const shop = await openShop(fixture());
    const click = await clickOf(shop);
    await pb(shop, `click_id=${click}&txid=t-1&payout=40&status=approved&currency=EUR`);
    await pb(shop, `click_id=${click}&txid=t-1&payout=40&status=approved&currency=EUR`);
    await pb(shop, 'click_id=ck_nobody&txid=t-2&payout=12.50');
    await pb(shop, 'click_id=ck_1&txid=t-3&payout={payout}');
    await pb(shop, 'txid=t-4&payout=1');
    const rows = await logOf(shop);
    expect(rows.map(({ order_id, result, field }) => [order_id, result, field])).toEqual([
      ['t-4', 'parse_error', 'click_id'],
      ['t-3', 'parse_error', 'payout'],
      ['t-2', 'unknown_click', null],
      ['t-1', 'duplicate', null],
      ['t-1', 'accepted', null],
    ]);
    expect(rows.slice(0, 2).map(({ message }) => message)).toEqual([
      'click_id is missing.',
      'payout must be a number such as 86.5 or a decimal text such as "86.50".',
    ]);
    expect(rows.at(-1)).toMatchObject({
      received_at: noon.toISOString(),
      method: 'GET',
      from: '203.0.113.0',
      event_name: 'purchase',
      click_id: click,
      value: '40',
      currency: 'EUR',
      status: 'approved',
    });
    const conversions = rows.map(({ conversion_id }) => conversion_id);
    expect(conversions.slice(0, 2)).toEqual([null, null]);
    expect(conversions[3]).toBe(conversions[4]);
    const story = await fixture().app.inject({
      url: `/api/v1/conversions/${conversions[4]}/`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(story.json().conversion).toMatchObject({ order_id: 't-1', click_id: click });
  });

  it.each([
    ['value', 'txid=t-1&value=none&payout=1', /^value must be/],
    ['payout', 'txid=t-1&value=1&payout=none', /^payout must be/],
    ['txid', `txid=${'t'.repeat(2_000)}&payout=1`, /^txid must /],
    ['event', `event=${'e'.repeat(2_000)}&payout=1`, /^event must /],
    ['status', 'status=perhaps&payout=1', /^status must be/],
  ])("names refused fields by the network's parameter: %s", async (field, query, message) => {
    const shop = await openShop(fixture());
    const answer = await pb(shop, `click_id=ck_1&${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ [field]: [expect.stringMatching(message)] });
    expect(await logOf(shop)).toMatchObject([
      { result: 'parse_error', field, message: expect.stringMatching(message) },
    ]);
  });

  it.each([
    ['click_id', 'click_id={clickid}&txid=t-1&payout=9'],
    ['click_id', 'click_id={clickid}&txid={txid}&payout=9'],
    ['click_id', 'click_id=%7B%7Bclick.id%7D%7D&txid=t-1&payout=9'],
    ['txid', 'click_id=ck_1&txid={txid}&payout=9'],
    ['txid', 'click_id=ck_1&txid=%7Btransaction_id%7D&payout=9'],
    ['txid', 'click_id=ck_1&txid={{ order.id }}&payout=9'],
    ['txid', 'click_id=ck_1&txid=$%7Border_id%7D&payout=9'],
    ['txid', 'click_id=ck_1&txid=%24%7B%7Border%7D%7D&payout={payout}'],
  ])('refuses a %s that the network did not fill: %s', async (field, query) => {
    const shop = await openShop(fixture());
    const message = `${field} was not filled by the network.`;
    for (const _ of [1, 2]) {
      const answer = await pb(shop, query);
      expect([answer.statusCode, answer.json()]).toEqual([400, { [field]: [message] }]);
    }
    expect(await logOf(shop)).toMatchObject(
      Array(2).fill({ result: 'parse_error', field, message }),
    );
    expect(await eventsOf(fixture(), shop.projectId)).toEqual([]);
  });

  it('refuses and counts an unfilled macro in a body, too', async () => {
    const shop = await openShop(fixture());
    const answer = await fixture().app.inject({
      method: 'POST',
      url: '/t/pb',
      payload: { key: shop.serverKey, click_id: 'ck_1', txid: '{txid}', payout: 9 },
    });
    expect(answer.json()).toEqual({ txid: ['txid was not filled by the network.'] });
    const { rows } = await fixture().pool.query(
      'select reason, count::int from rejections where project_id = $1',
      [shop.projectId],
    );
    expect(rows).toEqual([{ reason: 'order_id_invalid', count: 1 }]);
  });

  it.each([
    ['payout', 'payout={payout}', /^payout must be/],
    ['value', 'value={amount}&payout=1', /^value must be/],
    ['status', 'status={status}&payout=1', /^status must be/],
    ['currency', 'currency={currency}&payout=1', /^currency is not /],
    ['event', 'event={goal}&payout=1', /^event must be/],
  ])('gives the format of other unfilled parameters: %s', async (field, query, message) => {
    const shop = await openShop(fixture());
    const answer = await pb(shop, `click_id=ck_1&txid=t-1&${query}`);
    expect(answer.json()).toEqual({ [field]: [expect.stringMatching(message)] });
  });

  it.each([
    'affsub={sub1}&txid=t-1',
    'campaign={campaign}&txid=t-1',
    'txid={3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    'txid=order-{7}',
    'txid={7}-{8}',
    'txid=%7B',
  ])('accepts what is no order by a macro alone: %s', async (query) => {
    const shop = await openShop(fixture());
    expect((await pb(shop, `click_id=ck_1&payout=9&${query}`)).body).toBe('OK');
  });

  it('separates a click that is too old to earn from an unknown one', async () => {
    const shop = await openShop(fixture());
    fixture().setNow(new Date(noon.getTime() - 45 * DAY));
    const click = await clickOf(shop);
    fixture().setNow(noon);
    await pb(shop, `click_id=${click}&txid=t-1&payout=40`);
    expect(await logOf(shop)).toMatchObject([{ result: 'expired_window', click_id: click }]);
    expect(await logOf(shop, '&result=unknown_click')).toEqual([]);
    expect(await logOf(shop, '&result=expired_window')).toHaveLength(1);
  });

  it('shows neither the key nor a person, in the address or in a body', async () => {
    const shop = await openShop(fixture());
    await fixture().app.inject({
      method: 'POST',
      url: '/t/pb?sig=abcdef&buyer=ann%40mail.test&card_number=4111&userIban=DE1&cookie=c',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `key=${shop.serverKey}&click_id=ck_1&payout=1&token=t0ken&bad=%00%ED%A0%80`,
    });
    const [row] = await logOf(shop);
    expect(row?.method).toBe('POST');
    expect(row?.address).toBe(
      `/t/pb?sig=••••&buyer=••••&card_number=••••&userIban=••••&cookie=••••&key=${shop.serverKey.slice(0, 7)}••••&click_id=ck_1&payout=1&token=••••&bad=\u{FFFD}\u{FFFD}\u{FFFD}`,
    );
  });

  it('leads from page to page, also through results from conversions', async () => {
    const shop = await openShop(fixture());
    const click = await clickOf(shop);
    for (let index = 0; index < 6; index += 1) {
      fixture().setNow(new Date(noon.getTime() + index * 1_000));
      const id = index % 2 === 0 ? click : `ck_nobody_${index}`;
      await pb(shop, `click_id=${id}&txid=t-${index}&payout=1`);
    }
    const pages = async (query: string) => {
      const found: string[][] = [];
      let cursor: string | undefined;
      do {
        const answer = await request(shop, `${query}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
        found.push(answer.json().map(({ order_id }: LoggedPostback) => order_id));
        const next = answer.headers['x-next-cursor'];
        cursor = next === undefined ? undefined : String(next);
      } while (cursor);
      return found;
    };
    expect(await pages('')).toEqual([
      ['t-5', 't-4'],
      ['t-3', 't-2'],
      ['t-1', 't-0'],
    ]);
    expect(await pages('&result=unknown_click')).toEqual([['t-5', 't-3'], ['t-1']]);
    expect(await pages('&search=t-4')).toEqual([['t-4']]);
    expect(await pages(`&search=${click.slice(0, 8)}`)).toEqual([['t-4', 't-2'], ['t-0']]);
  });

  it('goes back as far as requested, and at most 30 days', async () => {
    const shop = await openShop(fixture());
    for (const [name, days] of [
      ['old', 31],
      ['week', 7],
      ['today', 0],
    ] as const) {
      fixture().setNow(new Date(noon.getTime() - days * DAY));
      await pb(shop, `click_id=ck_1&txid=${name}&payout=1`);
    }
    fixture().setNow(noon);
    const found = async (query: string) =>
      (await logOf(shop, query)).map(({ order_id }) => order_id);
    expect(await found('')).toEqual(['today', 'week']);
    expect(await found('&start_date=2026-10-01&end_date=2026-11-20')).toEqual(['today', 'week']);
    expect(await found('&start_date=2026-11-13&end_date=2026-11-13')).toEqual(['week']);
    expect(await found('&start_date=2026-11-20&end_date=2026-11-20')).toEqual(['today']);
  });

  it('deletes older ones when more arrive', async () => {
    const shop = await openShop(fixture());
    fixture().setNow(new Date(noon.getTime() - 31 * DAY));
    await pb(shop, 'click_id=ck_1&txid=old&payout=1');
    await request(shop);
    fixture().setNow(new Date(noon.getTime() + 2 * HOUR));
    await pb(shop, 'click_id=ck_1&txid=new&payout=1');
    await request(shop);
    const { rows } = await fixture().pool.query(
      'select order_id from postback_log where project_id = $1',
      [shop.projectId],
    );
    expect(rows).toEqual([{ order_id: 'new' }]);
  });

  it('is for members who settle with networks, each for their own project', async () => {
    const [shop, other] = [await openShop(fixture()), await openShop(fixture())];
    const foreign = await request({ ...shop, token: other.token });
    expect(foreign.statusCode).toBe(403);
    await fixture().pool.query(`update memberships set role = 'affiliate' where project_id = $1`, [
      shop.projectId,
    ]);
    expect((await request(shop)).statusCode).toBe(403);
  });

  it.each([
    ['result', '&result=lost'],
    ['cursor', '&cursor=later'],
    ['limit', '&limit=0'],
    ['start_date', '&start_date=2026-02-30'],
  ])('refuses an invalid %s', async (field, query) => {
    const answer = await request(await openShop(fixture()), query);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });
});
