import { isMoney } from '../../platform/tables/table.ts';
import type { Sheet } from './sheet.ts';

/** One object: what the file is about, what its columns mean, and its rows by column. */
export function* jsonOf(
  about: Record<string, unknown>,
  { columns, rows }: Sheet,
): Generator<string> {
  yield `${JSON.stringify(about).slice(0, -1)},"rows":[`;
  let isFirst = true;
  for (const row of rows) {
    const line = Object.fromEntries(
      columns.map(({ name }, index) => {
        const cell = row[index] ?? null;
        return [name, isMoney(cell) ? cell.amount : cell];
      }),
    );
    yield `${isFirst ? '' : ','}\n${JSON.stringify(line)}`;
    isFirst = false;
  }
  yield '\n]}\n';
}
