import { withDatabase } from '../database/command-database.ts';
import { parseEnv } from '../platform/env.ts';
import { failureOf } from '../platform/failure.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { chainReport } from './chain-report.ts';

/** Recomputes the whole audit log and exits with 1 when it was tampered with. */
async function main(): Promise<void> {
  const { holds, sentences } = await withDatabase(parseEnv(process.env), chainReport);
  console.log(sentences.join('\n'));
  if (!holds) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : failureOf(error));
  process.exitCode = 1;
});
