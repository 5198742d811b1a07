import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

it.each(['index.html', 'src/workbench/index.html'])('every file that %s names exists', (page) => {
  const html = readFileSync(join(root, page), 'utf8');
  const named = [...html.matchAll(/(?:href|src)="(\/src\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
