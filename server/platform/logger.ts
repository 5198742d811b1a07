import pino, { type DestinationStream, type Logger } from 'pino';
import { failureOf, reasonOf } from './failure.ts';

/** The logger of code below the app. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** The product's log. Errors are passed as `err`, or in one sentence as `reason`. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: {
        err: (error: unknown) => failureOf(error),
        reason: (reason: unknown) => (reason instanceof Error ? reasonOf(reason) : reason),
      },
      redact: {
        paths: ['*.password', '*.token', '*.authorization', '*.collect_key'],
        remove: true,
      },
    },
    destination ?? pino.destination(1),
  );
