/** The limits of reads. */
export type ReadLimits = {
  seconds: number;
  memoryBytes: number;
  resultRows: number;
  waiting: number;
};

/**
 * How many seconds a read may take that asks for more than usual: one that follows people through all their events.
 * It asks by sending `max_execution_time` with this value, the only setting that a reader may send.
 */
export const longReadSeconds = 20;

export type ToEngine =
  | {
      type: 'open';
      path: string;
      passwords: { writer: string; reader: string };
      limits: ReadLimits;
    }
  | { type: 'ping' }
  | { type: 'stop' };

export type FromEngine =
  | { type: 'ready'; port: number }
  | { type: 'failed'; reason: string }
  | { type: 'pong' };

/** The database of an installation, in the embedded engine and by default on a server. */
export const databaseName = 'clickledger';
