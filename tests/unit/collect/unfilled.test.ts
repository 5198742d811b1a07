import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEvent } from '#contract/collect/events.ts';
import { isUnfilled } from '#contract/collect/unfilled.ts';
import { macroForms as forms, unfilledForms as table } from '#tests/support/unfilled-forms.ts';

const idFields = [
  'event_id',
  'order_id',
  'click_id',
  'visitor_id',
  'external_id',
  'delivery_id',
  'affid',
  'campaign_id',
  'adset_id',
  'ad_id',
  'offer_id',
  'gclid',
  'fbclid',
  'fbp',
  'fbc',
  'order_network',
];
const costIds = ['affid', 'account', 'platform', 'campaign_id', 'adset_id', 'ad_id'];

describe('a placeholder that nobody filled in', () => {
  it(`is recognized in ${table.length} forms`, () => {
    expect(table.length).toBeGreaterThanOrEqual(200);
    expect(table.filter((form) => !isUnfilled(form))).toEqual([]);
    expect(table.filter((form) => !isUnfilled(` ${form} `))).toEqual([]);
  });

  it('is refused by the name of each id', () => {
    const found = idFields.flatMap((field) =>
      table.flatMap((form) => {
        const read = readEvent({ event_name: 'page_view', [field]: form });
        return read.kind === 'refused' && read.refusal.field === field ? [] : [`${field}=${form}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('is refused by the name of each field that tells costs apart', () => {
    const cost = { event_name: 'cost', date: '2026-11-20', spend: '1' };
    const found = costIds.flatMap((field) =>
      table.flatMap((form) => {
        const read = readEvent({ ...cost, [field]: form });
        return read.kind === 'refused' && read.refusal.field === field ? [] : [`${field}=${form}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('is refused as the name of an event', () => {
    const read = (form: string) => readEvent({ event_name: form, value: '1', order_id: 'o' });
    const found = table.filter((form) => {
      const event = read(form);
      return event.kind !== 'refused' || event.refusal.field !== 'event_name';
    });
    expect(found).toEqual([]);
  });

  it('is refused as an amount', () => {
    const found = ['value', 'payout'].flatMap((field) =>
      table.flatMap((form) => {
        const read = readEvent({
          event_name: 'purchase',
          value: '1',
          order_id: 'o',
          [field]: form,
        });
        return read.kind === 'refused' && read.refusal.field === field ? [] : [`${field}=${form}`];
      }),
    );
    expect(found).toEqual([]);
  });

  it('is left out where it only labels', () => {
    const read = readEvent({ event_name: 'click', affid: 'a', affsub: '{sub1}' });
    expect(read).toMatchObject({ kind: 'tracked', event: { affid: 'a', affsub: undefined } });
  });

  it.each([
    'a-1',
    '1001',
    '#1001',
    '$100',
    '100%',
    '5%-10%',
    'order-{7}',
    '{7}-{8}',
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
    '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}-1',
    '[US] Prospecting',
    '[US]-Summer',
    'Winter #1 #2',
    'none',
    'nullable',
    'N/A-1',
    '_x_',
    '__x',
    'Cj0KCQ__A__wE',
    '%7B',
    'a%20b',
    'a_b__c',
    '120208123456789013',
    'fb.1.1700000000000.IwAR-x_y',
  ])('is not %s', (value) => {
    expect(isUnfilled(value)).toBe(false);
  });

  it('is no id of letters, digits and single dashes', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9]{1,20}(-[A-Za-z0-9]{1,20}){0,3}$/);
    fc.assert(
      fc.property(id, (text) => {
        fc.pre(!/^(null|undefined|nan)$/i.test(text));
        expect(isUnfilled(text)).toBe(false);
      }),
    );
  });

  it('takes any name between its marks, however often it is encoded', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/);
    fc.assert(
      fc.property(name, fc.constantFrom(...forms), fc.nat(2), (one, form, times) => {
        fc.pre(!(form(one).startsWith('__') && /^[_\d]/.test(one)));
        let text = form(one);
        for (let count = 0; count < times; count += 1) text = encodeURIComponent(text);
        expect(isUnfilled(text)).toBe(true);
      }),
    );
  });
});
