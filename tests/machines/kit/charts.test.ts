import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { chartIndex } from '../../path-reports/chart-index.ts';
import { drawingChanges } from '../../path-reports/drawing-changes.ts';
import { machineJson } from '../../path-reports/machine-json.ts';
import { charts, drawingOf } from '../../support/charts.ts';
import { machines } from '../../support/machines.ts';

const folder = join(import.meta.dirname, '../../../docs/charts');

describe('the drawings in docs/charts', () => {
  const drawings = charts();

  it('exist for every machine and for nothing else', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.mmd'));
    expect(files.sort()).toEqual(
      Object.keys(drawings)
        .map((name) => `${name}.mmd`)
        .sort(),
    );
  });

  it.each(Object.keys(drawings))('%s is drawn as it is; if meant, run `npm run charts`', (name) => {
    const committed = readFileSync(join(folder, `${name}.mmd`), 'utf8');
    expect(drawingChanges(name, committed, drawings[name] ?? '')).toEqual([]);
  });

  it('are on one page with the purpose of each; if not, run `npm run charts`', () => {
    const page = readFileSync(join(folder, 'README.md'), 'utf8');
    expect(drawingChanges('README.md', page, chartIndex(machines, drawings))).toEqual([]);
    const purposes = Object.values(machines).map(({ root }) => root.description ?? '');
    expect(purposes.filter((purpose) => !/^[A-Z].+\.$/.test(purpose))).toEqual([]);
  });

  it.each(Object.entries(machines))(
    '%s is exported as JSON and imported the same',
    (name, machine) => {
      const config = JSON.parse(machineJson(machine));
      expect(drawingOf(createMachine(config))).toBe(drawings[name]);
    },
  );
});
