import { open, readFile, unlink } from 'node:fs/promises';
import type { Inbox, InboxEntry, Receipt } from '../../pipeline/inbox.ts';
import { InboxUnavailable } from '../../pipeline/inbox.ts';
import type { Log } from '../../platform/logger.ts';
import { isCode } from '../../platform/processes.ts';

export type ClickSpool = Pick<Inbox, 'keep'> & {
  /** Stores what waits if the database takes it; the rest stays in the file for the next start. */
  close(): Promise<void>;
};

type Waiting = { project: number; item: InboxEntry };

type Dependencies = {
  inbox: Inbox;
  log: Pick<Log, 'warn' | 'error'>;
  isSilent?: (() => boolean) | undefined;
  /** Holds what waits, one line each; without it a process that ends loses it. */
  file?: string | undefined;
};

const again = 500;
const most = 100_000;
const atOnce = 1_000;
/** A click that an answering database refuses so often can never be stored. */
const mostTries = 20;

/**
 * Keeps the clicks of links, which nobody sends again, until the database takes them. A click that is stored twice
 * counts once, because its delivery is known.
 */
export function createClickSpool({
  inbox,
  log,
  isSilent = () => false,
  file,
}: Dependencies): ClickSpool {
  let waiting: Waiting[] = [];
  let unwritten: Waiting[] = [];
  let writing: Promise<void> | null = null;
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let tries = 0;

  const schedule = () => {
    if (waiting.length > 0) timer ??= setTimeout(() => void store(), again).unref();
  };

  const opened = file === undefined ? Promise.resolve() : recall(file);
  opened.catch((error: unknown) => log.error({ err: error }, 'waiting clicks cannot be read'));

  async function recall(path: string): Promise<void> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return '';
      throw error;
    });
    // The last line is cut when the process ended while it was written: nobody was told that it is kept.
    const lines = text.split('\n').slice(0, -1);
    waiting = [...lines.map((line): Waiting => JSON.parse(line)), ...waiting];
    schedule();
  }

  /** All that wait at the same moment share one write. */
  const write = (path: string): Promise<void> => {
    writing ??= Promise.resolve().then(async () => {
      const handle = await open(path, 'a', 0o600);
      try {
        while (unwritten.length > 0) {
          const lines = unwritten.map((one) => `${JSON.stringify(one)}\n`);
          unwritten = [];
          await handle.appendFile(lines.join(''));
          await handle.datasync();
        }
      } finally {
        await handle.close();
        writing = null;
      }
    });
    return writing;
  };

  async function wait(project: number, items: readonly InboxEntry[]): Promise<Receipt> {
    if (waiting.length + items.length > most) throw new InboxUnavailable('Too many clicks wait.');
    const added = items.map((item) => ({ project, item }));
    waiting.push(...added);
    unwritten.push(...added);
    if (file !== undefined) await write(file);
    else unwritten = [];
    schedule();
    return { accepted: items.length, duplicates: 0 };
  }

  const store = (): Promise<void> => {
    if (timer) clearTimeout(timer);
    timer = null;
    storing ??= storeAll().finally(() => {
      storing = null;
      schedule();
    });
    return storing;
  };

  async function storeAll(): Promise<void> {
    await opened.catch(() => undefined);
    while (waiting.length > 0 && !isSilent()) {
      const some = waiting.slice(0, atOnce);
      const kept = await Promise.allSettled(
        some.map(({ project, item }) => inbox.keep(project, [item], [])),
      );
      const left = some.filter((_, index) => kept[index]?.status === 'rejected');
      const isProgress = left.length < some.length;
      tries = isProgress || isSilent() ? 0 : tries + 1;
      const isHopeless = tries >= mostTries;
      if (isHopeless) log.error({ clicks: left.length }, 'clicks that waited cannot be stored');
      waiting = [...(isHopeless ? [] : left), ...waiting.slice(some.length)];
      if (!isProgress && !isHopeless) return;
    }
    if (waiting.length > 0 || file === undefined) return;
    await writing;
    if (waiting.length === 0 && unwritten.length === 0) await unlink(file).catch(() => undefined);
  }

  return {
    async keep(project, items, refused) {
      if (!isSilent() && waiting.length < most) {
        try {
          return await inbox.keep(project, items, refused);
        } catch (error) {
          if (!(error instanceof InboxUnavailable && isSilent())) throw error;
        }
      }
      return wait(project, items);
    },
    async close() {
      if (timer) clearTimeout(timer);
      timer = null;
      if (waiting.length > 0) await store();
      if (timer) clearTimeout(timer);
    },
  };
}
