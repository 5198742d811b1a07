import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { damageIn } from '#server/installation/store-damage.ts';

const failure = (code: string, type: string, message: string) =>
  new ClickHouseError({ code, type, message });

it('a file that cannot be opened is not called damaged', () => {
  const error = failure('76', 'CANNOT_OPEN_FILE', 'Cannot open file data.bin. ');
  expect(damageIn(error)).toBe(
    'The warehouse cannot open a file: Cannot open file data.bin. If its server has too many open files or may not read the file, change that and start again. Otherwise restore both stores from one backup.',
  );
});

it('what has another cause is no damage', () => {
  expect(damageIn(failure('241', 'MEMORY_LIMIT_EXCEEDED', 'Too much.'))).toBeNull();
  expect(damageIn(new Error('lost'))).toBeNull();
});
