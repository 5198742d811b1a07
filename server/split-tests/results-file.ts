import type { TestResults } from '#contract/split-tests/results.ts';
import type { Cell, Column, Workbook } from '../platform/tables/table.ts';
import type { TestRow } from './test-rows.ts';

const columns: readonly Column[] = [
  { name: 'variant', kind: 'text' },
  { name: 'name', kind: 'text' },
  { name: 'is_control', kind: 'flag' },
  { name: 'frozen_units', kind: 'count' },
  { name: 'frozen_conversions', kind: 'count' },
  { name: 'all_units', kind: 'count' },
  { name: 'all_conversions', kind: 'count' },
  { name: 'value', kind: 'number' },
  { name: 'difference', kind: 'number' },
  { name: 'interval_low', kind: 'number' },
  { name: 'interval_high', kind: 'number' },
  { name: 'lift', kind: 'ratio' },
  { name: 'p_sequential', kind: 'number' },
  { name: 'chance_better', kind: 'ratio' },
  { name: 'expected_loss', kind: 'number' },
];

/** The figures of a snapshot as a file. */
export function resultsFile(row: TestRow, results: TestResults | null): Workbook {
  const rows = row.variants.map(({ key, name, is_control: isControl }): Cell[] => {
    const arm = results?.variants.find((one) => one.key === key);
    const beside = arm?.comparison;
    return [
      key,
      name,
      isControl,
      arm?.units ?? null,
      arm?.conversions ?? null,
      arm?.all_units ?? null,
      arm?.all_conversions ?? null,
      arm?.value ?? null,
      beside?.difference ?? null,
      beside?.interval?.low ?? null,
      beside?.interval?.high ?? null,
      beside?.lift ?? null,
      beside?.p ?? null,
      beside?.chance ?? null,
      beside?.expected_loss ?? null,
    ];
  });
  return {
    title: row.name,
    name: `split-test-${row.slug}`,
    rows: { columns, rows },
    total: null,
    notes: [
      ['Test', row.name],
      ['Goal', row.goal.type],
      ['As of', results?.as_of ?? 'no snapshot yet'],
      ['Gate', results?.gate.status ?? 'no snapshot yet'],
    ],
  };
}
