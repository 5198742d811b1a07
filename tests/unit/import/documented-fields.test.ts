import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { costFields, eventFields } from '#contract/collect/events.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/import.md'), 'utf8');

/** The names in backquotes after the start of a paragraph. */
function listed(start: string): string[] {
  const paragraph = page.slice(page.indexOf(start)).split('\n\n')[0] ?? '';
  const [, names = ''] = /`([a-z_]+(?:,\s[a-z_]+)+)`/.exec(paragraph) ?? [];
  return names.split(/,\s/).toSorted();
}

it.each([
  ['Fields of events:', eventFields],
  ['Fields of costs', costFields],
])('docs/import.md lists every field that an import accepts: %s', (start, fields) => {
  expect(listed(start)).toEqual(fields.toSorted());
});
