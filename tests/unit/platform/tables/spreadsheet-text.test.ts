import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadsheetText, unescapeFormula } from '#server/platform/tables/spreadsheet-text.ts';

describe('a text in a CSV', () => {
  it.each([
    ...['120208000000000001', '1234567890123456', '007', '00', '1e5', '12E10', '1.50', '1,5'],
    ...['1,000', "1'000", '3-4', '1/2', '1.2.3', '2026-11', '2026-11-20 10:00', '10:30', '5 PM'],
    ...[
      '50%',
      '$5',
      '5 €',
      '(5)',
      'MAR1',
      'Sep-2',
      '2-Sep',
      '1 Dec 2026',
      'Dezember 5',
      'mai 2026',
    ],
    ...['TRUE', 'false', 'wahr', '=1+1', '+491701234567', '-5', '@SUM(A1)', "'quoted", '１２３'],
  ])('is escaped where a spreadsheet would change %j', (text) => {
    expect(spreadsheetText(text)).toBe(`'${text}`);
  });

  it.each([
    ...['', '0', '6001', '123456789012345', '2026-11-20', 'c_81f0', '3f2a-9b', 'a1', 'v1.2'],
    ...['Marketing 1', 'March', 'decoy-2', 'Julia', 'May sale 2', '10 % off today', 'order 7'],
    ...['120208000000000001x', 'e', 'E-Mail', '–', '.', 'trueish'],
  ])('stays as it is: %j', (text) => {
    expect(spreadsheetText(text)).toBe(text);
  });

  it('is restored by removing one apostrophe', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9eE.,'/-]{1,20}$/)), (text) => {
        expect(unescapeFormula(spreadsheetText(text))).toBe(text);
      }),
    );
  });
});
