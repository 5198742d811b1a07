import type { Logger } from 'pino';

/** What code below the app needs of a logger. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
