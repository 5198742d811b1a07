import {
  coverageTable,
  missingCoverage,
  rowsOf,
  walksIn,
} from '../tests/path-reports/coverage-table.ts';
import { coverageFolder } from '../tests/support/coverage-record.ts';
import { machines } from '../tests/support/machines.ts';

/**
 * Prints which transitions the last test run covered; with `--whole`, machines that need full coverage must have it.
 */
const walks = walksIn(coverageFolder);
if (walks.length === 0) {
  console.error('Nothing was walked yet: run `npm test`, or `npx vitest run --project machines`.');
  process.exit(1);
}
const rows = rowsOf(machines, walks);
process.stdout.write(coverageTable(rows));
const lacking = process.argv.includes('--whole') ? rows.flatMap(missingCoverage) : [];
for (const sentence of lacking) console.error(sentence);
process.exit(lacking.length === 0 ? 0 : 1);
