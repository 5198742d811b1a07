import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const wanted = 6 * 1024 ** 3;

/**
 * A folder in memory for test stores that need no disk, deleted with this process; null where there is not enough
 * memory. Its name is short, because it contains a database socket.
 */
export function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize < wanted || freemem() < 2 * wanted) return null;
    const folder = mkdtempSync(join('/dev/shm', 'cl-run-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.once(signal, () => process.exit(1));
    }
    return folder;
  } catch {
    return null;
  }
}
