import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#server/attribution/raw-events.ts';
import { resolveConversions } from '#server/attribution/resolve.ts';
import type { StoredDecision } from '#server/attribution/stored-decisions.ts';
import { DAY, facts, HOUR, NOON, only, purchase, seenByBrowser } from './samples.ts';

const decidedOn = (event: RawEvent, status: string, at: number) =>
  new Map<string, StoredDecision>([[event.uid, { order: 1, status, at }]]);
const told = (time: number, fields: Partial<RawEvent> = {}) =>
  purchase({ order_id: 'ty-1', value: '100', time, ingested: time + 1_000, ...fields });

describe('a decision', () => {
  it('about a repeat that was a conversion of its own before the upgrade does not count', () => {
    const [first, again] = [told(NOON), told(NOON + 5 * DAY)];
    const rejected = decidedOn(again, 'rejected', NOON + 6 * DAY);
    expect(only(resolveConversions(facts, [first, again], [], rejected))).toMatchObject({
      status: 'approved',
      excluded_reason: '',
      value: '100.0000',
    });
  });

  it('about the first report counts, whatever comes later', () => {
    const [first, again] = [told(NOON), told(NOON + 5 * DAY)];
    const rejected = decidedOn(first, 'rejected', NOON + DAY);
    expect(only(resolveConversions(facts, [first, again], [], rejected)).status).toBe('rejected');
  });

  it('stays where a much earlier report arrives after it', () => {
    const head = told(NOON + 9 * DAY);
    const late = told(NOON, { ingested: NOON + 12 * DAY });
    const rejected = decidedOn(head, 'rejected', NOON + 10 * DAY);
    expect(only(resolveConversions(facts, [head, late], [], rejected)).status).toBe('rejected');
  });

  it('about the server’s head counts although the page reported up to 48 hours before', () => {
    const fields = { order_id: 'ty-1', ingested: NOON };
    const seen = seenByBrowser({ ...fields, time: NOON });
    const [head, second] = [10, 55].map((hours) => told(NOON + hours * HOUR));
    if (!head || !second) throw new Error('Two reports are needed.');
    const rejected = decidedOn(second, 'rejected', NOON + 60 * HOUR);
    const rows = resolveConversions(facts, [seen, head, second], [], rejected);
    expect(rows.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('counts exactly where no report known by then is more than 48 hours older', () => {
    const hours = fc.integer({ min: 0, max: 200 });
    fc.assert(
      fc.property(fc.array(hours, { minLength: 1, maxLength: 6 }), fc.nat(5), (all, pick) => {
        const events = all.map((hour) => told(NOON + hour * HOUR));
        const index = pick % events.length;
        const event = events[index] ?? told(NOON);
        const rejected = decidedOn(event, 'rejected', NOON + 300 * HOUR);
        const row = only(resolveConversions(facts, events, [], rejected));
        const counts = (all[index] ?? 0) - Math.min(...all) <= 48;
        expect(row.status).toBe(counts ? 'rejected' : 'approved');
      }),
    );
  });
});
