import { withDatabase } from '../database/beside.ts';
import { parseEnv } from '../env.ts';
import { failureOf } from '../failure.ts';
import { StartProblem } from '../start-problem.ts';
import { verdictOf } from './verdict.ts';

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
