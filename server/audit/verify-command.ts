import { withDatabase } from '../database/command-database.ts';
import { parseEnv } from '../platform/env.ts';
import { failureOf } from '../platform/failure.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { verdictOf } from './chain-report.ts';

/** Computes the whole audit log anew and ends with 1 where it is not what was written. */
async function main(): Promise<void> {
  const { holds, sentences } = await withDatabase(parseEnv(process.env), verdictOf);
  console.log(sentences.join('\n'));
  if (!holds) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : failureOf(error));
  process.exitCode = 1;
});
