import { describe, expect, it } from 'vitest';
import { readNetworkFile } from '#server/conversions/network-file.ts';

const valueIn = (text: string) =>
  readNetworkFile(`id;value\n1;"${text}"`, {}, 'EUR').lines.map(({ value, because }) => [
    value,
    because,
  ]);
const statusFrom = (text: string) =>
  readNetworkFile(`id,status\n1,${text}`, {}, 'EUR').lines.map(({ status }) => status)[0];

describe("a network's file", () => {
  it('is read with its own columns, words and delimiter', () => {
    const csv = '\uFEFFDate;Transaction ID;Sale Amount;Status\r\n20.11.;o-1;"1.234,50 €";Paid\r\n';
    expect(readNetworkFile(csv, {}, 'EUR')).toEqual({
      header: ['Date', 'Transaction ID', 'Sale Amount', 'Status'],
      columns: { id: 'Transaction ID', status: 'Status', value: 'Sale Amount' },
      decimal: 'comma',
      lines: [{ line: 2, key: 'o-1', status: 'approved', value: '1234.50', because: null }],
    });
  });

  it('uses the named columns, and none where none is wanted', () => {
    const csv = 'Order,Status,Mine\n1,paid,o-1';
    const { columns, lines } = readNetworkFile(csv, { id: 'Mine', status: null }, 'EUR');
    expect(columns).toEqual({ id: 'Mine', status: null, value: null });
    expect(lines).toEqual([{ line: 2, key: 'o-1', status: null, value: null, because: null }]);
  });

  it.each([
    ['12', '12'],
    ['€1,234.50', '1234.50'],
    ['1 234,50 eur', '1234.50'],
    ["1'234.50", '1234.50'],
    ['1.234,50 €', '1234.50'],
    ['1234.567', '1234.567'],
    ['1,234.567', '1234.567'],
    ['.125', '0.125'],
    ['1.234.567', '1234567'],
    ['-12.5', '-12.5'],
    ['0.0049', '0.0049'],
    ['-0,125', '-0.125'],
    ['(12.50)', '-12.50'],
    ['€ (12.50)', '-12.50'],
    ['−12.50', '-12.50'],
  ])('reads the amount %s', (text, value) => {
    expect(valueIn(text)).toEqual([[value, null]]);
  });

  it('asks where its amounts may be read in two ways, and believes the answer', () => {
    const csv = 'id;value\n1;1.234\n2;12';
    expect(() => readNetworkFile(csv, {}, 'EUR')).toThrow(
      expect.objectContaining({ body: { decimal: [expect.stringContaining('"1.234"')] } }),
    );
    const values = (decimal: 'comma' | 'dot') =>
      readNetworkFile(csv, {}, 'EUR', decimal).lines.map(({ value }) => value);
    expect([values('comma'), values('dot')]).toEqual([
      ['1234', '12'],
      ['1.234', '12'],
    ]);
    expect(readNetworkFile('id,value\n1,12.500', {}, 'KWD').lines[0]?.value).toBe('12.500');
  });

  it.each([
    ['a line that names its delimiter', 'sep=;\nid;status;value\no-1;paid;5'],
    ['lines above its header', 'Report of May\n\nid;status;value\no-1;paid;5'],
    ['a delimiter within a quoted header', 'id,status,value,"a;b;c;d"\no-1,paid,5,x'],
  ])('is read with %s', (_, csv) => {
    expect(readNetworkFile(csv, {}, 'EUR')).toMatchObject({
      columns: { id: 'id', status: 'status', value: 'value' },
      lines: [{ key: 'o-1', status: 'approved', value: '5' }],
    });
  });

  it('gives the reason for an unreadable line', () => {
    for (const text of ['n/a', '12 pieces', '12 %', '(−12)', '1-2']) {
      expect(valueIn(text)).toEqual([[null, `"${text}" is no amount.`]]);
    }
    const { lines } = readNetworkFile('id,status\n,paid\n2,lost', {}, 'EUR');
    expect(lines.map(({ because }) => because)).toEqual([
      'It has no id.',
      '"lost" is no status known here.',
    ]);
  });

  it.each(['payout', 'Commission'])('reads %s as no revenue', (name) => {
    const { columns, lines } = readNetworkFile(`id,${name}\n1,5`, {}, 'EUR');
    expect([columns.value, lines[0]?.value]).toEqual([null, null]);
    expect(readNetworkFile(`id,${name}\n1,5`, { value: name }, 'EUR').lines[0]?.value).toBe('5');
  });

  it.each([
    ['$12.50', 'USD'],
    ['12.50 usd', 'USD'],
    ['kr 12', 'SEK'],
  ])('cannot read %s where money is in euro', (text, currency) => {
    expect(valueIn(text)).toEqual([[null, `Its amount is in ${currency}, not in EUR.`]]);
  });

  it('reads a currency sign that several currencies share as the one of the project', () => {
    const [line] = readNetworkFile('id,value\n1,$5', {}, 'CAD').lines;
    expect(line).toMatchObject({ value: '5', because: null });
  });

  it.each(['Revenue (USD)', 'amount_usd', 'Total $'])('reads a currency in the head %s', (head) => {
    const csv = `id,${head}\n1,5\n2,`;
    expect(readNetworkFile(csv, {}, 'EUR')).toMatchObject({
      columns: { value: head },
      lines: [
        { value: null, because: 'Its amount is in USD, not in EUR.' },
        { value: null, because: null },
      ],
    });
    expect(readNetworkFile(csv, {}, 'USD').lines[0]).toMatchObject({ value: '5', because: null });
  });

  it('reads no word as a currency', () => {
    const [line] = readNetworkFile('id,Sale all\n1,5', { value: 'Sale all' }, 'EUR').lines;
    expect(line).toMatchObject({ value: '5', because: null });
  });

  it('reads the currency of a line in its own column', () => {
    const { lines } = readNetworkFile('id,value,Currency\n1,5,EUR\n2,5,GBP\n3,5,', {}, 'EUR');
    expect(lines.map(({ value, because }) => [value, because])).toEqual([
      ['5', null],
      [null, 'Its amount is in GBP, not in EUR.'],
      ['5', null],
    ]);
  });

  it.each([
    ['Paid', 'approved'],
    ['on-hold', 'pending'],
    ['CANCELLED', 'rejected'],
    ['Charge back', 'reversed'],
  ])('reads %s as %s', (text, status) => {
    expect(statusFrom(text)).toBe(status);
  });

  it.each([
    ['nothing but a header', 'id,status'],
    ['a quotation mark that never closes', 'id\n"1'],
    ['a column that is there twice', 'id,value,value\n1,2,3'],
    ['too many lines', `id\n${'1\n'.repeat(5_001)}`],
  ])('is refused with %s', (_, csv) => {
    expect(() => readNetworkFile(csv, {}, 'EUR')).toThrow();
  });
});
