import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Disk = {
  path: string;
  /** Fills the disk; the returned function frees it. */
  fill(): () => void;
  remove(): void;
};

/** A disk of its own of 160 MiB, which only root can create; others may pass through it. */
export function smallDisk(): Disk {
  const path = mkdtempSync(join(tmpdir(), 'clickledger-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', path]);
  chmodSync(path, 0o711);
  return {
    path,
    fill() {
      const all = join(path, 'fill');
      fillWith(all);
      return () => rmSync(all);
    },
    remove() {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fillWith(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1_048_576; size >= 512; size /= 2) {
      const block = Buffer.alloc(size);
      try {
        for (;;) if (writeSync(file, block) < size) break;
      } catch {
        // There is no room for a block of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}
