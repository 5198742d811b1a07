/** The limits of reads. */
export type ReadLimits = {
  seconds: number;
  memoryBytes: number;
  resultRows: number;
  waiting: number;
};

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
