import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Rejected } from './import-file.ts';

export type Report = { add: (rejected: Rejected) => void; close: () => Promise<void> };

/** One JSON object a line, in a file that exists only when there is something to say. */
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
