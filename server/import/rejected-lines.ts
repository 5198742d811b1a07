import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Rejected } from './import-file.ts';

export type Report = { add: (rejected: Rejected) => void; close: () => Promise<void> };

/** Writes one JSON object per line, into a file that is only created when there is something to report. */
export function createReport(path: string): Report {
  let file: WriteStream | null = null;
  return {
    add(rejected) {
      file ??= createWriteStream(path);
      file.write(`${JSON.stringify(rejected)}\n`);
    },
    async close() {
      if (!file) return;
      file.end();
      await once(file, 'close');
    },
  };
}
