import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvent } from '#contract/collect/events.ts';
import { byColumnName, byMapping } from '#server/import/events.ts';
import { readerOf } from '#server/import/file-formats.ts';
import { readMapping } from '#server/import/mapping.ts';

const at = { const: '2026-11-20T10:00:00Z' };
const name = { const: 'purchase' };
const mapped = (rule: object, row: Record<string, unknown>, top: object = {}) =>
  byMapping(
    readMapping(JSON.stringify({ ...top, events: [rule] }), 'map.json'),
    readerOf({ decimal: 'dot', dates: 'mdy' }),
  )(row);
const fieldOf = (source: object, row: Record<string, unknown>, top: object = {}): unknown => {
  const [outcome] = mapped(
    { fields: { event_name: name, event_time: at, affid: source } },
    row,
    top,
  );
  return outcome && 'event' in outcome ? outcome.event.affid : outcome?.fault;
};

it('a mapping names columns with or without the blanks around them', () => {
  expect(fieldOf({ column: ' id ' }, { id: 'a' })).toBe('a');
  expect(fieldOf({ column: ' id ' }, { ' id ': 'b', id: 'a' })).toBe('b');
});

describe('an id that a spreadsheet has rounded', () => {
  const fault = (field: string) => ({
    field,
    message: `${field} is a rounded number: write it into the file as text.`,
  });
  const rounded = ['1.20208E+17', '1,20208E+17', '1.2e+17', '9E+15', ' 1.20208E+17 '];

  it.each(rounded)('is refused in a column: %j', (text) => {
    const row = { event_name: 'click', event_time: '2026-11-20', campaign_id: text };
    const read = byColumnName(readerOf({ decimal: 'dot', dates: 'mdy' }), () => undefined);
    expect(read(row)).toEqual([{ fault: fault('campaign_id') }]);
    expect(fieldOf({ column: 'id' }, { id: text })).toEqual(fault('affid'));
    expect(fieldOf({ template: '{id}-{n}' }, { id: text, n: '1' })).toEqual(fault('affid'));
  });

  it.each(['1E5', '5E10A', 'E+17', '1.2E-17', '12e17', '120208123456789013'])(
    'is not %s',
    (text) => {
      expect(fieldOf({ column: 'id' }, { id: text })).toBe(text);
    },
  );

  it('is no name and no amount', () => {
    const fields = {
      event_name: name,
      event_time: at,
      campaign_name: { column: 'title' },
      value: { column: 'micros', divide: 1_000_000 },
    };
    expect(mapped({ fields }, { title: '1.5E+10', micros: '1.5E+07' })).toMatchObject([
      { event: { campaign_name: '1.5E+10', value: '15' } },
    ]);
  });
});

describe('a mapping', () => {
  it.each<[fault: RegExp, mapping: unknown]>([
    [/events: Describe at least one event/, { events: [] }],
    [/events: /, {}],
    [/"colour"/, { events: [{ fields: { event_name: name } }], colour: 1 }],
    [/events\.0\.fields\.event_name: Every event needs a name/, { events: [{ fields: {} }] }],
    [
      /events\.0\.fields\.valu: This is no field/,
      { events: [{ fields: { event_name: name, valu: name } }] },
    ],
    [
      /events\.0\.fields\.affid: Give exactly one/,
      { events: [{ fields: { event_name: name, affid: {} } }] },
    ],
    [
      /events\.0\.fields\.affid\.as/,
      { events: [{ fields: { event_name: name, affid: { column: 'a', as: 'x' } } }] },
    ],
    [
      /events\.0\.when\.paid: Give a value, or a test such as \{"gt": 0\}/,
      { events: [{ when: { paid: { gt: '0' } }, fields: { event_name: name } }] },
    ],
    [
      /events\.0\.repeat: Give a whole number from 0 to 1,000, or the column/,
      { events: [{ repeat: -1, fields: { event_name: name } }] },
    ],
    [
      /events\.0\.fields\.event_name\.const: Give a text, a number, true or false/,
      { events: [{ fields: { event_name: { const: null } } }] },
    ],
    [
      /timezone: "Mars" is not a known time zone/,
      { timezone: 'Mars', events: [{ fields: { event_name: name } }] },
    ],
  ])('with a mistake is refused: %s', (fault, mapping) => {
    expect(() => readMapping(JSON.stringify(mapping), 'map.json')).toThrow(fault);
    expect(() => readMapping(JSON.stringify(mapping), 'map.json')).toThrow(
      /^map\.json is no mapping\. /,
    );
  });

  it('that is no JSON is refused', () => {
    expect(() => readMapping('{', 'map.json')).toThrow(/^map\.json is no JSON/);
  });

  it.each<[description: string, source: object, row: Record<string, unknown>, value: unknown]>([
    ['a constant', { const: 5 }, {}, 5],
    ['a column, trimmed', { column: 'a' }, { a: ' x ' }, 'x'],
    ['nothing of a missing column', { column: 'b' }, { a: 'x' }, undefined],
    ['nothing of a blank', { column: 'a' }, { a: ' ' }, undefined],
    ['nothing of what the field calls empty', { column: 'a', empty: ['-'] }, { a: '-' }, undefined],
    ['a default for nothing', { column: 'a', default: 'd' }, { a: null }, 'd'],
    ['a nested column', { column: 'a.b' }, { a: { b: 7n } }, '7'],
    ['a column with a dot in its name', { column: 'a.b' }, { 'a.b': 'x', a: { b: 'y' } }, 'x'],
    ['nothing of what every object has', { column: 'constructor' }, {}, undefined],
    ['a template', { template: '{a}-{b}' }, { a: 1, b: 'x' }, '1-x'],
    ['nothing of a template with a hole', { template: '{a}-{b}' }, { a: 1 }, undefined],
    ['a replaced value', { column: 'a', values: { x: 'y' } }, { a: 'x' }, 'y'],
    [
      'a value without a replacement',
      { column: 'a', values: { x: 'y' } },
      { a: 'toString' },
      'toString',
    ],
    ['micros', { column: 'a', divide: 1_000_000 }, { a: '126680000.0' }, '126.68'],
    ['cents exactly', { column: 'a', divide: 100 }, { a: '10' }, '0.1'],
    ['a product', { column: 'a', multiply: 3 }, { a: 0.1 }, '0.3'],
    ['lower case', { column: 'a', as: 'lower' }, { a: 'ÄB' }, 'äb'],
    ['a value where its test holds', { column: 'a', when: { b: 'x' } }, { a: 1, b: 'x' }, '1'],
    [
      'nothing where its test fails',
      { column: 'a', when: { b: 'x' } },
      { a: 1, b: 'y' },
      undefined,
    ],
    [
      'a fault for text in arithmetic',
      { column: 'a', divide: 2 },
      { a: 'x' },
      {
        field: 'affid',
        message: 'affid must be a number, not "x".',
      },
    ],
    [
      'a fault for broken JSON',
      { column: 'a', as: 'json' },
      { a: '{' },
      {
        field: 'affid',
        message: 'affid must be JSON.',
      },
    ],
  ])('accepts %s', (_, source, row, value) => {
    expect(fieldOf(source, row)).toEqual(value);
  });

  it('treats the usual empty texts as empty', () => {
    expect(fieldOf({ column: 'a' }, { a: 'n/a' }, { empty: ['n/a'] })).toBeUndefined();
  });

  it.each<[when: object, row: Record<string, unknown>, holds: boolean]>([
    [{ a: 'x' }, { a: 'x' }, true],
    [{ a: 1 }, { a: '1' }, true],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'n' }, false],
    [{ a: { gt: 0 } }, { a: '2.0' }, true],
    [{ a: { gt: 0 } }, { a: '' }, false],
    [{ a: { gte: 2, lt: 3 } }, { a: '3' }, false],
    [{ a: { lte: 3 } }, { a: 'many' }, false],
    [{ a: { in: ['x', 2] } }, { a: '2' }, true],
    [{ a: { not: 'x' } }, { a: 'x' }, false],
    [{ a: { set: true } }, { a: '' }, false],
    [{ a: { set: false } }, {}, true],
  ])('applies when %j to %j: %s', (when, row, holds) => {
    expect(mapped({ when, fields: { event_name: name, event_time: at } }, row)).toHaveLength(
      holds ? 1 : 0,
    );
  });

  it.each<[repeat: unknown, row: Record<string, unknown>, times: number]>([
    [undefined, {}, 1],
    [3, {}, 3],
    ['n', { n: '2.0' }, 2],
    ['n', { n: '' }, 0],
    ['n', { n: 0 }, 0],
  ])('repeats %j for %j', (repeat, row, times) => {
    const outcomes = mapped({ repeat, fields: { event_name: name, event_time: at } }, row);
    expect(outcomes.map((outcome) => 'event' in outcome)).toEqual(Array<boolean>(times).fill(true));
  });

  it('refuses an incomplete repetition', () => {
    const rule = { repeat: 'n', fields: { event_name: name, event_time: at } };
    for (const n of ['1.5', '-1', '1001', 'x'])
      expect(mapped(rule, { n })).toEqual([
        { fault: { field: 'n', message: expect.stringContaining(`"${n}"`) } },
      ]);
  });

  it('reads times in its zone, and refuses events without one', () => {
    const time = (text: string) => {
      const [outcome] = mapped(
        { fields: { event_name: name, event_time: { column: 'at' } } },
        { at: text },
        { timezone: 'America/Los_Angeles' },
      );
      return outcome && 'event' in outcome
        ? new Date(Number(outcome.event.event_time)).toISOString()
        : outcome?.fault.message;
    };
    expect(time('2017-08-01 00:30:00')).toBe('2017-08-01T07:30:00.000Z');
    expect(time('2017-12-01T00:30')).toBe('2017-12-01T08:30:00.000Z');
    expect(time('2017-08-01')).toBe('2017-08-01T07:00:00.000Z');
    expect(time('2017-08-01T00:30:00.25+02:00')).toBe('2017-07-31T22:30:00.250Z');
    expect(time('1501583974')).toBe('2017-08-01T10:39:34.000Z');
    expect(time('2017-02-30 10:00:00')).toBe(
      'event_time is no time such as 2026-11-20 14:03:58: "2017-02-30 10:00:00".',
    );
    expect(time('')).toBe('event_time is missing.');
  });

  it('reads days, flags and parameters in their own form', () => {
    const fields = {
      event_name: { const: 'cost' },
      date: { column: 'day' },
      test: { column: 'flag' },
      'params.city': { column: 'city' },
      'params.depth': { const: 2 },
    };
    const [outcome] = mapped({ fields }, { day: '20170801', flag: 'TRUE', city: 'Ulm' });
    expect(outcome).toEqual({
      event: {
        event_name: 'cost',
        date: '2017-08-01',
        test: true,
        params: { city: 'Ulm', depth: 2 },
      },
    });
    expect(mapped({ fields }, { day: '8/1/2017', flag: 'maybe' })).toEqual([
      { fault: { field: 'test', message: 'test must be true or false, not "maybe".' } },
    ]);
  });

  it('writes a state as its code only in the United States', () => {
    const fields = {
      event_name: name,
      event_time: at,
      state: { column: 'region', as: 'us_state' },
      country: { column: 'country', as: 'country' },
    };
    const state = (country: string, region: string) => {
      const [outcome] = mapped({ fields }, { country, region });
      return outcome && 'event' in outcome && outcome.event.state;
    };
    expect(state('United States', 'California')).toBe('CA');
    expect(state('Taiwan', 'California')).toBe('California');
    expect(state('United States', 'not available in demo dataset')).toBe(
      'not available in demo dataset',
    );
  });

  it('refuses keys that reach into objects', () => {
    const [outcome] = mapped(
      { fields: { event_name: name, event_time: at, params: { column: 'p', as: 'json' } } },
      { p: '{"__proto__":{"a":1}}' },
    );
    expect(outcome).toMatchObject({ fault: { field: 'params' } });
  });
});

describe('the examples', () => {
  const folder = join(import.meta.dirname, '../../../examples');

  it.each(['ga360-sessions.mapping.json', 'orders.mapping.json'])('%s is a mapping', (file) => {
    expect(
      readMapping(readFileSync(join(folder, file), 'utf8'), file).events.length,
    ).toBeGreaterThan(1);
  });
});

describe('without a mapping', () => {
  it('columns with the name of a field are used, the others named', () => {
    const skipped = new Set<string>();
    const read = byColumnName(readerOf({ decimal: 'dot', dates: 'mdy' }), (column) =>
      skipped.add(column),
    );
    const row = {
      event_name: 'purchase',
      event_time: '2026-11-20 10:00:00',
      value: '86.00',
      country: 'Germany',
      test: 'false',
      'params.plan': 'yearly',
      affsub: '',
      Kundennummer: '4',
    };
    const [outcome] = read(row);
    expect(outcome).toEqual({
      event: {
        event_name: 'purchase',
        event_time: Date.parse('2026-11-20T10:00:00Z'),
        value: '86.00',
        country: 'DE',
        test: false,
        params: { plan: 'yearly' },
      },
    });
    expect([...skipped]).toEqual(['Kundennummer']);
    expect(outcome && 'event' in outcome && readEvent(outcome.event).kind).toBe('tracked');
  });
});
