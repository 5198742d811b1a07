import { describe, expect, it } from 'vitest';
import * as names from '#server/failed-items/item-names.ts';

const time = '2026-11-20T12:00:00.000Z';

describe('the name of an item', () => {
  it.each([
    ['invite', names.inviteIn(names.inviteItem(31)), 31],
    ['other name as invite', names.inviteIn(names.batchItem('12')), null],
    ['batch', names.conversionIn(names.batchItem('12')), { conversion: null, time: null }],
    [
      'conversion',
      names.conversionIn(names.conversionItem({ conversion: 'c_1', time })),
      { conversion: 'c_1', time: null },
    ],
    [
      'conversion without an id',
      names.conversionIn(names.conversionItem({ conversion: null, time })),
      { conversion: null, time },
    ],
    ['version', names.versionIn(names.versionItem('12')), { version: '12', conversion: null }],
    [
      'conversion of a version',
      names.versionIn(names.versionItem('12', 'c_1')),
      { version: '12', conversion: 'c_1' },
    ],
    ['row', names.idIn('4012'), '4012'],
    ['no row', names.idIn('no number'), null],
  ])('is read as it was built: %s', (_, read, expected) => expect(read).toEqual(expected));
});
