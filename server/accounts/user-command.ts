import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { emailSchema } from '#contract/accounts/session.ts';
import { withDatabase } from '../database/command-database.ts';
import { parseEnv } from '../platform/env.ts';
import { failureOf } from '../platform/failure.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { applyUserCommand, type UserCommand } from './user-change.ts';

const usage = `Usage: npm run user -- <email> [--password-stdin] [--superuser] [--debug]

Creates the account, with a random password that is shown once unless --password-stdin gives one.
For an account that exists it sets the flags, and the password if --password-stdin is given.`;

async function readCommand(args: string[], input: NodeJS.ReadableStream): Promise<UserCommand> {
  const { values, positionals } = parseCommandLine(args);
  const [email, ...rest] = positionals;
  if (email === undefined || rest.length > 0) throw new StartProblem(usage);
  const parsed = emailSchema.safeParse(email);
  if (!parsed.success) throw new StartProblem(`"${email}" is not an e-mail address.\n\n${usage}`);
  return {
    email: parsed.data,
    password: values['password-stdin'] ? (await text(input)).replace(/\r?\n$/, '') : null,
    isSuperuser: values.superuser ?? false,
    isDebug: values.debug ?? false,
  };
}

function parseCommandLine(args: string[]) {
  const boolean = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { 'password-stdin': boolean, superuser: boolean, debug: boolean },
    });
  } catch (error) {
    throw new StartProblem(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const command = await readCommand(process.argv.slice(2), process.stdin);
  const result = await withDatabase(parseEnv(process.env), (pool) =>
    applyUserCommand(pool, command),
  );
  console.log(result);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartProblem ? error.message : failureOf(error));
  process.exitCode = 1;
});
