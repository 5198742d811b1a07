import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The acknowledged events, written outside the data directory and only after the answer was read. */
export type AcknowledgedEvents = {
  acknowledged(kind: string, ids: readonly string[]): void;
  read(kind: string): Set<string>;
  remove(): void;
};

export function recordAcknowledged(): AcknowledgedEvents {
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-acked-'));
  const fileOf = (kind: string) => join(folder, kind);
  return {
    acknowledged: (kind, ids) => appendFileSync(fileOf(kind), ids.map((id) => `${id}\n`).join('')),
    read(kind) {
      try {
        return new Set(readFileSync(fileOf(kind), 'utf8').split('\n').filter(Boolean));
      } catch {
        return new Set();
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
