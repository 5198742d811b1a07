import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutations } from './mutations/list.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8');
const [sentences = ''] = page.split('\n## Mutations');
const rows = sentences
  .split('\n')
  .filter((line) => /^\| (?!sentence|---)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** Whether a file has a test with this title, as it is written there. */
function has(file: string, title: string): boolean {
  const path = join(root, file);
  if (!existsSync(path)) return false;
  const source = readFileSync(path, 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}`));
}

describe('the specification', () => {
  it('has a test for every listed sentence that is built', () => {
    const named = rows.filter(([, test]) => test !== 'not built yet');
    const missing = named.filter(([, test = '']) => {
      const [, file = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(test) ?? [];
      return !has(file, title);
    });
    expect(missing).toEqual([]);
    expect(named.length).toBeGreaterThan(70);
  });

  it('is covered in every section from the second to the ninth', () => {
    const sections = [...page.matchAll(/^## (\d)\./gm)].map(([, number]) => Number(number));
    expect(sections).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('the mutations', () => {
  it('are at least twenty, each of a line that occurs once, with a test that exists', () => {
    expect(mutations.length).toBeGreaterThanOrEqual(20);
    for (const { file, search, replacement, test, title } of mutations) {
      const source = readFileSync(join(root, file), 'utf8');
      expect(source.split(search).length - 1, `${file}: ${search}`).toBe(1);
      expect(search + replacement).not.toContain('\n');
      expect(has(test, title), `${test}: ${title}`).toBe(true);
    }
  });
});
