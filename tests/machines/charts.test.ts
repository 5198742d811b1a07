import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { charts } from '../support/charts.ts';
import { drawingChanges } from '../workbench/drawing-changes.ts';

const folder = join(import.meta.dirname, '../../docs/charts');

describe('the drawings in docs/charts', () => {
  const drawings = charts();

  it('are of every machine and of nothing else', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.mmd'));
    expect(files.sort()).toEqual(Object.keys(drawings).map((name) => `${name}.mmd`));
  });

  it.each(Object.keys(drawings))('%s is drawn as it is; if meant, run `npm run charts`', (name) => {
    const committed = readFileSync(join(folder, `${name}.mmd`), 'utf8');
    expect(drawingChanges(name, committed, drawings[name] ?? '')).toEqual([]);
  });
});
