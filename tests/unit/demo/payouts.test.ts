import { describe, expect, it } from 'vitest';
import { demoProjects } from '#server/demo/company.ts';
import type { DemoEvent } from '#server/demo/event.ts';
import { earningsOf } from '#server/demo/payouts.ts';

const [project] = demoProjects;
if (!project) throw new Error('The demo has a project.');
const shop = { id: 1, project, affiliateIds: new Map() };

const at = { event_time: 0, delivery_id: 'd' };
const click = (id: string, affid: string): DemoEvent => ({
  ...at,
  event_name: 'click',
  click_id: id,
  affid,
});
const order = (id: string, value: string, more: Partial<DemoEvent> = {}): DemoEvent => ({
  ...at,
  event_name: 'purchase',
  click_id: id,
  order_id: `${id}-${value}`,
  value,
  ...more,
});

describe('the earnings of partners', () => {
  it('are a share of the value or a sum for each order, by the click', () => {
    const earned = earningsOf(shop, [
      click('a', '1001'),
      click('b', '1002'),
      order('a', '100.00'),
      order('a', '50.00'),
      order('b', '80.00'),
    ]);
    expect(earned.get('1001')).toBeCloseTo(18);
    expect(earned.get('1002')).toBe(11);
  });

  it('leave out browsers, tests, rejected orders, repeats and unattributed clicks', () => {
    const earned = earningsOf(shop, [
      click('a', '1001'),
      order('a', '100.00', { source: 'browser' }),
      order('a', '101.00', { test: true }),
      order('a', '102.00', { status: 'rejected' }),
      order('unknown', '103.00'),
      order('a', '200.00'),
      order('a', '200.00'),
    ]);
    expect([...earned]).toEqual([['1001', 24]]);
  });
});
