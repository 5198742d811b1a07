import { type FileHandle, open, readFile, truncate, unlink } from 'node:fs/promises';
import { isCode } from '../../platform/processes.ts';

/** A file with one line for each thing that waits. Its work is done one piece after the other. */
export type WaitingFile = {
  /** The lines that an earlier process left, without one that was cut when it ended. */
  recall(): Promise<string[]>;
  /** Resolves once the line is on the disk. Lines that come at the same moment share one write, or its failure. */
  append(line: string): Promise<void>;
  /** Removes the file if nothing waits when its turn comes. */
  removeIf(isEmpty: () => boolean): Promise<void>;
};

export function openWaitingFile(path: string): WaitingFile {
  let last: Promise<unknown> = Promise.resolve();
  let next: { lines: string[]; written: Promise<void> } | null = null;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    recall: () =>
      inTurn(async () => {
        const text = await readFile(path, 'utf8').catch((error: unknown) => {
          if (isCode(error, 'ENOENT')) return '';
          throw error;
        });
        const whole = text.slice(0, text.lastIndexOf('\n') + 1);
        // Further lines would be added to the cut one.
        if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
        return whole.split('\n').slice(0, -1);
      }),
    append(line) {
      if (!next) {
        const lines: string[] = [];
        const written = inTurn(() => {
          next = null;
          return writeLines(path, lines);
        });
        next = { lines, written };
      }
      next.lines.push(`${line}\n`);
      return next.written;
    },
    removeIf: (isEmpty) =>
      inTurn(async () => {
        if (isEmpty()) await unlink(path);
      }).catch((error: unknown) => {
        if (!isCode(error, 'ENOENT')) throw error;
      }),
  };
}

async function writeLines(path: string, lines: readonly string[]): Promise<void> {
  const handle = await open(path, 'a', 0o600);
  try {
    await appendWhole(handle, lines.join(''));
  } finally {
    await handle.close();
  }
}

/** All of it or nothing: what a full disk took of it is removed again. */
async function appendWhole(handle: FileHandle, text: string): Promise<void> {
  const { size } = await handle.stat();
  try {
    await handle.appendFile(text);
    await handle.datasync();
  } catch (error) {
    await handle.truncate(size).catch(() => undefined);
    throw error;
  }
}
