import { describe, expect, it } from 'vitest';
import { readNetworkFile } from '#server/analytics/conversions/network-file.ts';

const valueIn = (text: string) =>
  readNetworkFile(`id;value\n1;"${text}"`, {}).lines.map(({ value, because }) => [value, because]);
const statusFrom = (text: string) =>
  readNetworkFile(`id,status\n1,${text}`, {}).lines.map(({ status }) => status)[0];

describe("a network's file", () => {
  it('is read in its own columns, words and delimiter', () => {
    const csv = '\uFEFFDate;Transaction ID;Sale Amount;Status\r\n20.11.;o-1;"1.234,50 €";Paid\r\n';
    expect(readNetworkFile(csv, {})).toEqual({
      header: ['Date', 'Transaction ID', 'Sale Amount', 'Status'],
      columns: { id: 'Transaction ID', status: 'Status', value: 'Sale Amount' },
      lines: [{ line: 2, key: 'o-1', status: 'approved', value: '1234.50', because: null }],
    });
  });

  it('takes the columns that are named, and none where none is wanted', () => {
    const csv = 'Order,Status,Mine\n1,paid,o-1';
    const { columns, lines } = readNetworkFile(csv, { id: 'Mine', status: null });
    expect(columns).toEqual({ id: 'Mine', status: null, value: null });
    expect(lines).toEqual([{ line: 2, key: 'o-1', status: null, value: null, because: null }]);
  });

  it.each([
    ['12', '12.0'],
    ['$1,234.50', '1234.50'],
    ['1.234,50 €', '1234.50'],
    ['1,234', '1234.0'],
    ['1.234.567', '1234567.0'],
    ['-12.5', '-12.5'],
    ['0.0049', '0.0049'],
    ['-0,125', '-0.125'],
  ])('reads the amount %s', (text, value) => {
    expect(valueIn(text)).toEqual([[value, null]]);
  });

  it('says of a line what it cannot read', () => {
    expect(valueIn('n/a')).toEqual([[null, '"n/a" is no amount.']]);
    const { lines } = readNetworkFile('id,status\n,paid\n2,lost', {});
    expect(lines.map(({ because }) => because)).toEqual([
      'It names no id.',
      '"lost" is no status known here.',
    ]);
  });

  it.each([
    ['Paid', 'approved'],
    ['on-hold', 'pending'],
    ['CANCELLED', 'rejected'],
    ['Charge back', 'reversed'],
  ])('takes %s for %s', (text, status) => {
    expect(statusFrom(text)).toBe(status);
  });

  it.each([
    ['nothing but a header', 'id,status'],
    ['a quotation mark that never closes', 'id\n"1'],
    ['too many lines', `id\n${'1\n'.repeat(5_001)}`],
  ])('is refused with %s', (_, csv) => {
    expect(() => readNetworkFile(csv, {})).toThrow();
  });
});
