import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The program, or undefined where it is not installed. */
export const soffice = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'soffice'))
  .find(existsSync);

export type OfficeLocale = 'en-US' | 'de-DE';
/** What LibreOffice made of a cell: the type, the exact value of a figure or date, and the text on the screen. */
export type OfficeCell = { type: string; value: string; text: string };
type OfficeSheet = { name: string; rows: OfficeCell[][] };

/** The settings of a person who opens a CSV: UTF-8, their separator and language, and special numbers detected. */
const csvFilters: Record<OfficeLocale, string> = {
  'en-US': 'CSV:44,34,76,1,,1033,false,true',
  'de-DE': 'CSV:59,34,76,1,,1031,false,true',
};

/** Opens a file with LibreOffice in a locale and reads its sheets. */
export async function openedInOffice(
  file: Uint8Array,
  { format, locale }: { format: 'csv' | 'xlsx'; locale: OfficeLocale },
): Promise<OfficeSheet[]> {
  if (!soffice) throw new Error('LibreOffice is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'office-'));
  try {
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user/registrymodifications.xcu'), settingsOf(locale));
    const source = join(folder, `file.${format}`);
    await writeFile(source, file);
    await run(soffice, [
      `-env:UserInstallation=${pathToFileURL(profile)}`,
      '--headless',
      ...(format === 'csv' ? [`--infilter=${csvFilters[locale]}`] : []),
      '--convert-to',
      'fods',
      '--outdir',
      folder,
      source,
    ]);
    return sheetsIn(await readFile(join(folder, 'file.fods'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const settingsOf = (locale: OfficeLocale): string => `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${locale}</value></prop></item>
</oor:items>`;

const all = (text: string, pattern: RegExp): RegExpMatchArray[] => [...text.matchAll(pattern)];

const sheetsIn = (xml: string): OfficeSheet[] =>
  all(xml, /<table:table table:name="([^"]*)".*?<\/table:table>/gs).map(([sheet, name = '']) => ({
    name,
    rows: all(sheet, /<table:table-row\b[^>]*>(.*?)<\/table:table-row>/gs)
      .map(([, cells = '']) => withoutEmptyEnd(cellsIn(cells)))
      .filter((row) => row.length > 0),
  }));

/** A row ends with empty cells up to the last column of the sheet. */
const withoutEmptyEnd = (row: OfficeCell[]): OfficeCell[] =>
  row.slice(0, row.findLastIndex(({ text }) => text !== '') + 1);

const cellsIn = (cells: string): OfficeCell[] =>
  all(cells, /<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs).flatMap(
    ([, attributes = '', content = '']) => {
      const of = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
      const text = all(content, /<text:p>(.*?)<\/text:p>/gs).map(([, part = '']) => plain(part));
      const cell = {
        type: of('office:value-type'),
        value: of('office:value') || of('office:date-value') || of('office:boolean-value'),
        text: text.join('\n'),
      };
      const times = Math.min(Number(of('table:number-columns-repeated') || 1), 200);
      return Array.from({ length: times }, () => cell);
    },
  );

const plain = (xml: string): string =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
    .replaceAll('<text:tab/>', '\t')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
