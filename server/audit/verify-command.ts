import { withDatabase } from '../database/beside.ts';
import { parseEnv } from '../env.ts';
import { StartProblem } from '../start-problem.ts';
import { chainsIn, verify } from './chain.ts';

/** Computes every chain of the audit log anew and says in a sentence each which of them was changed. */
async function main(): Promise<void> {
  const { checked, broken } = await withDatabase(parseEnv(process.env), async (pool) => {
    const sum = { checked: 0, broken: [] as string[] };
    for (const chain of await chainsIn(pool)) {
      const verdict = await verify(pool, chain);
      sum.checked += verdict.checked;
      if (verdict.brokenAt === null) continue;
      sum.broken.push(
        verdict.brokenAt === 0
          ? `The end of ${chain} is missing: only ${verdict.checked} entries hold.`
          : `Entry ${verdict.brokenAt} of ${chain} is not what was written.`,
      );
    }
    return sum;
  });
  console.log([...broken, `${checked} entries hold.`].join('\n'));
  if (broken.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : error);
  process.exitCode = 1;
});
