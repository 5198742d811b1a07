import type { TableQuery, TableRow } from '#contract/report.ts';

const collator = new Intl.Collator('en', { numeric: true });

/** Rows without a value come last either way, equal rows by key. */
export function tableOrder({ sort, order }: TableQuery): (a: TableRow, b: TableRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const [one, two] = [a[sort], b[sort]];
    if (one === two) return byKey(a, b);
    if (one === null) return 1;
    if (two === null) return -1;
    const less =
      typeof one === 'string' && typeof two === 'string'
        ? collator.compare(one, two) < 0
        : one < two;
    return less ? -sign : sign;
  };
}

function byKey({ key: a }: TableRow, { key: b }: TableRow): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return collator.compare(a, b);
}
