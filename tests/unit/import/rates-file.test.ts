import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readRates } from '#server/import/rates-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clickledger-rates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(...lines: string[]): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.csv`);
  await writeFile(file, lines.join('\n'));
  return file;
}
const header = 'base,currency,valid_from,rate';

it('rates are read by the names of their columns', async () => {
  const file = await fileOf(
    'rate,note,currency,base,valid_from',
    ' 0.0066666667,x,jpy,USD,2026-01-01',
  );
  expect(await readRates(file)).toEqual([
    { base: 'USD', currency: 'JPY', valid_from: '2026-01-01', rate: '0.0066666667' },
  ]);
});

it.each([
  ['USD,XXQ,2026-01-01,1', 'currency is not an ISO 4217 currency code'],
  [',JPY,2026-01-01,1', 'base is missing'],
  ['USD,USD,2026-01-01,1', 'currency must be another one than base'],
  ['USD,JPY,2026-02-30,1', 'valid_from must be a day such as 2026-11-20'],
  ['USD,JPY,2026-01-01,', 'rate is missing'],
  ['USD,JPY,2026-01-01,0.0', 'rate must be more than 0'],
  ['USD,JPY,2026-01-01,-1', 'rate must be a number such as'],
  ['USD,JPY,2026-01-01,1e3', 'rate must be a number such as'],
  ['USD,JPY,2026-01-01,0.00000000001', 'rate must be a number such as'],
  ['USD,EUR,2026-01-01,2', 'USD EUR 2026-01-01 stands in line 2 already'],
  ['USD,JPY', 'Invalid Record Length'],
])('the line %j is refused by its number', async (line, reason) => {
  const file = await fileOf(header, 'USD,EUR,2026-01-01,1.1', '', line, 'USD,EUR,2026-02-01,1.2');
  const refused = await readRates(file).catch((error: Error) => error.message);
  expect(refused).toMatch(/nothing of it was stored:\n {2}line 4: [^\n]*$/);
  expect(refused).toContain(reason);
});

it('every fault is listed, up to twenty', async () => {
  const file = await fileOf(header, ...Array.from({ length: 25 }, () => 'USD,JPY,2026-01-01,x'));
  const refused = await readRates(file).catch((error: Error) => error.message);
  expect(String(refused).split('\n')).toHaveLength(22);
  expect(refused).toMatch(/\n {2}line 21: .*\n {2}and 5 more$/s);
});

it.each([
  ['only a header', [header]],
  ['nothing', []],
])('a file with %s has no rates', async (_, lines) => {
  await expect(readRates(await fileOf(...lines))).rejects.toThrow(/holds no rates\.$/);
});
