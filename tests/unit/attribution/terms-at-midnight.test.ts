import { describe, expect, it } from 'vitest';
import { startOfDay } from '#contract/period.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';
import { offer, perConversion } from './offers.ts';
import { click, DAY, facts, only, purchase } from './samples.ts';

describe.each([
  ['the clocks go back', 'America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['the clocks go forward', 'America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['midnight is skipped', 'America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
])('terms from midnight of the offer’s zone, when %s', (_, timezone, day, instant) => {
  const midnight = startOfDay(day, timezone).getTime();
  const before = perConversion('10', { id: 1 });
  const after = perConversion('20', { id: 2, startsAt: midnight });
  const own = { ...facts, offers: [offer({ timezone, terms: [before, after] })] };
  const paidFor = (time: number, terms_id: number) => {
    const touch = click({ click_id: 'k1', time, terms_id });
    const sales = [0, 1, 2].map((hours) =>
      purchase({ click_id: 'k1', time: midnight + DAY + hours * 3_600_000, order_id: `o${hours}` }),
    );
    return sales.map((sale) => only(resolveConversions(own, [sale], [touch])).payout);
  };

  it('begin at its first instant', () => {
    expect(new Date(midnight).toISOString()).toBe(instant);
  });

  it.each(['pinned', 'not pinned'])('pay conversions of clicks from then on: %s', (pin) => {
    const [old, present] = pin === 'pinned' ? [1, 2] : [0, 0];
    expect(paidFor(midnight - 1, old)).toEqual(['10.0000', '10.0000', '10.0000']);
    expect(paidFor(midnight, present)).toEqual(['20.0000', '20.0000', '20.0000']);
  });
});
