import { describe, expect, it } from 'vitest';
import { eventsOf, figuresOf, openShop, post, publicStage, shortly } from './stage.ts';

const stage = publicStage();

const purchase = (id: string, value: number) => ({
  event_name: 'purchase',
  event_id: id,
  event_time: shortly,
  value,
  currency: 'USD',
});

describe('POST /t/e', () => {
  it('keeps what a page reports, on the browser’s side, and shows it', async () => {
    const shop = await openShop(stage());
    const answer = await post(stage(), {
      key: shop.key,
      events: [
        { event_name: 'page_view', visitor_id: 'v-1', event_time: shortly },
        purchase('o-1', 25),
      ],
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    const rows = await eventsOf(stage(), shop.projectId);
    expect(rows.map(({ event_name, side }) => [event_name, side])).toEqual([
      ['page_view', 'browser'],
      ['purchase', 'browser'],
    ]);
    expect(rows[0]).toMatchObject({ visitor_id: 'v-1', client_ip: '203.0.113.0' });
    expect(await figuresOf(stage(), shop)).toMatchObject({
      browser_purchases: 1,
      browser_revenue: 25,
      server_purchases: 0,
      server_revenue: 0,
    });
  });
});
