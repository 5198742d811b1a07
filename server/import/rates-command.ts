import { withDatabase } from '../database/command-database.ts';
import { parseEnv } from '../platform/env.ts';
import { failureOf } from '../platform/failure.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { ImportProblem } from './problem.ts';
import { count } from './progress.ts';
import { readRates } from './rates-file.ts';
import { storeRates } from './store-rates.ts';

const usage = `Usage: npm run rates -- <file.csv>

The file has the columns base, currency, valid_from and rate: from that day on, one unit of currency is worth rate
units of base, which is a project's currency. A rate that is known for the same day is replaced.`;

async function main(): Promise<string> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new StartProblem(usage);
  const rates = await readRates(file);
  const { changed, projects } = await withDatabase(parseEnv(process.env), (pool) =>
    storeRates(pool, rates),
  );
  const summary = `Rates read: ${count(rates.length)}, new or changed: ${count(changed)}.`;
  return projects === 0
    ? summary
    : `${summary} Projects whose figures the running server recomputes: ${count(projects)}.`;
}

try {
  console.log(await main());
} catch (error) {
  const expected = error instanceof StartProblem || error instanceof ImportProblem;
  console.error(expected ? error.message : failureOf(error));
  process.exitCode = 1;
}
