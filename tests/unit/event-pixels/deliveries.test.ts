import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, noon } from '../collect/stored-rows.ts';

const name = fc.constantFrom('click', 'page_view', 'purchase', 'Refund', 'lead');
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Events with a time or an id: the ones that a retry can recognise. */
const event = fc
  .record({
    event_name: name,
    event_id: some(fc.constantFrom('e1', 'e2', 'e3')),
    event_time: fc.integer({ min: 0, max: 5 }).map((ago) => noon.getTime() / 1000 - ago),
    order_id: some(fc.constantFrom('o1', 'o2')),
    source: some(fc.constantFrom('server', 'browser')),
    value: fc.integer({ min: 1, max: 3 }),
    params: some(fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }))),
  })
  .map((record) => JSON.parse(JSON.stringify(record)) as Record<string, unknown>);

const idsOf = (events: readonly unknown[]) =>
  accept(events).deliveries.map(({ deliveryId }) => deliveryId);

describe('a delivery', () => {
  it('is recognised when its batch is sent again in any order', () => {
    fc.assert(
      fc.property(
        fc
          .array(event, { maxLength: 30 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray(events, { minLength: events.length }),
              fc.shuffledSubarray(events, { minLength: events.length }),
            ),
          ),
        ([events, second, third]) => {
          const first = new Set(idsOf(events));
          expect(new Set(idsOf(second))).toEqual(first);
          expect(new Set(idsOf(third))).toEqual(first);
        },
      ),
    );
  });

  it('is recognised when the events are cut into other batches', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(event, { maxLength: 30, selector: (one) => JSON.stringify(one) }),
        fc.nat(30),
        (events, cut) => {
          const together = idsOf(events);
          const apart = [...idsOf(events.slice(0, cut)), ...idsOf(events.slice(cut))];
          expect(apart).toEqual(together);
        },
      ),
    );
  });

  it('is recognised when the sender writes the keys in another order', () => {
    fc.assert(
      fc.property(event, (one) => {
        const params = one.params as Record<string, unknown> | undefined;
        const reversed = Object.fromEntries(Object.entries(one).reverse());
        if (params) reversed.params = Object.fromEntries(Object.entries(params).reverse());
        expect(idsOf([reversed])).toEqual(idsOf([one]));
      }),
    );
  });

  const click = { event_name: 'click', event_id: 'e1', event_time: noon.toISOString() };
  const purchase = { ...click, event_name: 'purchase', value: 5 };

  it.each([
    ['a click with the id and other content', click, { ...click, affid: '2' }, true],
    ['the event name in capitals', click, { ...click, event_name: 'CLICK' }, true],
    ['the other side', click, { ...click, source: 'browser' }, false],
    ['another event with the id', click, { ...click, event_name: 'page_view' }, false],
    ['a purchase with the id and other content', purchase, { ...purchase, value: 6 }, false],
    ['a purchase with the id and equal content', purchase, { ...purchase }, true],
    [
      'a given delivery id',
      { ...click, delivery_id: 'd' },
      { event_name: 'lead', delivery_id: 'd' },
      true,
    ],
  ])('with %s is the same: %#', (_, one, other, same) => {
    const [first] = idsOf([one]);
    const [second] = idsOf([other]);
    expect(first === second).toBe(same);
  });

  it('follows the project’s own conversion event', () => {
    const lead = { ...click, event_name: 'lead' };
    const ids = (primaryEvent: string) =>
      [lead, { ...lead, affid: '2' }].map(
        (one) =>
          accept([one], { project: { id: 7, timezone: 'UTC', currency: 'USD', primaryEvent } })
            .deliveries[0]?.deliveryId,
      );
    expect(new Set(ids('lead')).size).toBe(2);
    expect(new Set(ids('purchase')).size).toBe(1);
  });

  it('separates equal events of one request, unless they carry an id', () => {
    const { event_id, ...anonymous } = click;
    expect(new Set(idsOf([anonymous, anonymous, anonymous])).size).toBe(3);
    expect(new Set(idsOf([click, click])).size).toBe(1);
    expect(event_id).toBe('e1');
  });

  it('of a cost is always new, so that an earlier figure can come back, unless it carries an id', () => {
    const cost = { event_name: 'Cost', date: '2026-11-20', spend: 5 };
    const timed = { event_name: 'cost', event_time: noon.toISOString(), spend: 5 };
    expect(new Set([...idsOf([cost, timed]), ...idsOf([cost, timed])]).size).toBe(4);
    for (const id of [{ event_id: 'e1' }, { delivery_id: 'd1' }]) {
      const [named] = [{ ...cost, ...id }];
      expect(idsOf([named])).toEqual(idsOf([named]));
    }
  });

  it('without id and time is always new', () => {
    expect(
      new Set([...idsOf([{ event_name: 'click' }]), ...idsOf([{ event_name: 'click' }])]).size,
    ).toBe(2);
  });
});
