import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clockOf } from './platform/clock.ts';
import { parseEnv } from './platform/env.ts';
import { failureOf } from './platform/failure.ts';
import { createLog } from './platform/logger.ts';
import { projectRoot } from './platform/project-root.ts';
import { StartProblem } from './platform/start-problem.ts';
import { startProduct } from './start-product.ts';

const hardDeadline = 9_000;

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const client = join(projectRoot, 'dist', 'client');
  const starting = startProduct({
    env,
    log,
    now: clockOf(env),
    pages: existsSync(join(client, 'index.html')) ? client : null,
  });

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), hardDeadline).unref();
    starting
      .then((product) => product.stop())
      .then(
        () => process.exit(0),
        (error: Error) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('SIGHUP', stop);

  const { greeting } = await starting;
  for (const line of greeting) console.log(line);
}

main().catch((error: unknown) => {
  const expected = error instanceof StartProblem;
  console.error(expected ? `\n${error.message}\n` : failureOf(error));
  process.exit(1);
});
