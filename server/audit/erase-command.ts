import { emailSchema } from '#contract/accounts/session.ts';
import { withDatabase } from '../database/command-database.ts';
import { parseEnv } from '../platform/env.ts';
import { failureOf } from '../platform/failure.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { erasePerson } from './erase-person.ts';
import { erasureReport } from './erasure-report.ts';

const usage = 'Usage: npm run erase-from-audit -- <email>';

/** Erases a person from the audit log and says in how many entries, and of which their hash still tells. */
async function main([written, ...rest]: readonly string[]): Promise<void> {
  const email = emailSchema.safeParse(written);
  if (!email.success || rest.length > 0) throw new StartProblem(usage);
  const erasure = await withDatabase(parseEnv(process.env), (pool) =>
    erasePerson(pool, email.data, new Date()),
  );
  console.log(erasureReport(email.data, erasure).join('\n'));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : failureOf(error));
  process.exitCode = 1;
});
