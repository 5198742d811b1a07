import { describe, expect, it } from 'vitest';
import { noon, openShop, post, publicFixture, type Shop } from './fixture.ts';

const fixture = publicFixture();

const HOUR = 3_600_000;
const MINUTE = 60_000;
const first = noon.getTime() - 50 * HOUR;

const order = (value: number, event_time: number) => ({
  event_name: 'purchase',
  event_id: 'o-1',
  value,
  currency: 'USD',
  event_time,
});
const fromPage = async ({ key }: Shop, time: number) => {
  const { statusCode } = await post(fixture(), { key, events: [order(25, time)] });
  expect(statusCode).toBe(204);
};
const fromServer = async ({ serverKey }: Shop, time: number) => {
  const { statusCode } = await fixture().app.inject({
    method: 'POST',
    url: '/api/v1/collect/server/',
    headers: { authorization: `Token ${serverKey}` },
    payload: { events: [order(80, time)] },
  });
  expect(statusCode).toBe(202);
};

async function figures({ projectId, token }: Shop) {
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/rc-data/?affiliate_id=all&project_id=${projectId}&start_date=2026-11-16&end_date=2026-11-20&timezone=UTC`,
    headers: { authorization: `Token ${token}` },
  });
  const { server_purchases, server_revenue, browser_purchases, browser_revenue, overlap } =
    answer.json().data;
  return { server_purchases, server_revenue, browser_purchases, browser_revenue, overlap };
}

const delays = [
  ['at the same moment', 0, true],
  ['5 minutes apart', 5 * MINUTE, true],
  ['47 hours apart', 47 * HOUR, true],
  ['49 hours apart', 49 * HOUR, false],
] as const;
const cases = delays.flatMap(([name, delay, isOne]) =>
  (['the server', 'the page'] as const).flatMap((earlier) =>
    (['the server', 'the page'] as const).map(
      (told) => [name, earlier, told, delay, isOne] as const,
    ),
  ),
);

describe('an order that a page and a server report with the same id', () => {
  it.each(cases)('%s, %s reported first, %s sent first', async (_, earlier, told, delay, isOne) => {
    const shop = await openShop(fixture());
    const [page, server] = earlier === 'the page' ? [first, first + delay] : [first + delay, first];
    const notify = {
      'the page': () => fromPage(shop, page),
      'the server': () => fromServer(shop, server),
    };
    const later = told === 'the page' ? 'the server' : 'the page';
    await notify[told]();
    await fixture().mover.flush();
    await notify[later]();
    // Neither has an answer yet, so both repeat it.
    await notify[told]();
    await notify[later]();
    expect(await figures(shop)).toEqual({
      server_purchases: 1,
      server_revenue: 80,
      browser_purchases: 1,
      browser_revenue: 25,
      overlap: isOne
        ? { both: 1, server_only: 0, browser_only: 0, union_purchases: 1, union_revenue: 80 }
        : { both: 0, server_only: 1, browser_only: 1, union_purchases: 2, union_revenue: 105 },
    });
  });
});
