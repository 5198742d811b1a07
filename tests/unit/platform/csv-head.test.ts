import { expect, it } from 'vitest';
import { csvHeadOf, twiceIn } from '#server/platform/csv-head.ts';

it.each([
  ['a;b\n1;2', ';', 1],
  ['a\tb\n1\t2', '\t', 1],
  ['a|b\n1|2', '|', 1],
  ['a\n1\n2', ',', 1],
  ['a,b\n1,2,3', ',', 1],
  ['sep=;\na;b\n1;2', ';', 2],
  ['"sep=,"\r\na,b\r\n1,2', ',', 2],
  ['\uFEFFsep=;\r\na;b\r\n1;2', ';', 2],
  ['Report of May\n\na,b\n1,2\n3,4', ',', 3],
  ['Report, by X, of May\na;b;c\n1;2;3\n4;5;6', ';', 2],
  ['Report, 2026\n\nMade on: Monday\na,b,c,d\n1,2,3,4\n5,6,7,8', ',', 4],
  ['Report,,,\n,,,\na,b,c,d\n1,2,3,4', ',', 3],
  ['Orders;;\nid;value;state\n1;2;3\n4;;', ';', 2],
  ['a,,\n1,2,3\n4,5,6', ',', 1],
  ['a,b\n1,2,3\n4,5,6', ',', 1],
  ['"a;b;c",d\n1,2', ',', 1],
  ['"a, b, c";d\n1;2', ';', 1],
  ['id;value\n1;12,50\n2;13,50', ';', 1],
  ['id;value\n1;"1.234,50"', ';', 1],
  ['"two\nlines";b\n1;2', ';', 1],
  ['', ',', 1],
])('%j has the delimiter %j and its header in line %i', (text, delimiter, line) => {
  expect(csvHeadOf(text)).toEqual({ delimiter, line });
});

it('a header names its columns once', () => {
  expect(twiceIn(['id', 'value', 'value'])).toBe('value');
  expect(twiceIn(['id', '', '', 'value'])).toBeUndefined();
  expect(twiceIn(['id', 'value', ' value'])).toBe('value');
});
