import type { Inbox, InboxEntry, Receipt } from '../../pipeline/inbox.ts';
import { InboxUnavailable } from '../../pipeline/inbox.ts';
import { reasonOf } from '../../platform/failure.ts';
import type { Log } from '../../platform/logger.ts';
import { openWaitingFile } from './waiting-file.ts';

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
 * Keeps the clicks of links until the database takes them, because no browser sends them again. A click that is stored
 * twice counts once, because its delivery is known.
 */
export function createClickSpool({
  inbox,
  log,
  isSilent = () => false,
  file: path,
}: Dependencies): ClickSpool {
  const file = path === undefined ? null : openWaitingFile(path);
  let waiting: Waiting[] = [];
  let storing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let tries = 0;

  const schedule = () => {
    if (waiting.length > 0) timer ??= setTimeout(() => void store(), again).unref();
  };

  /** Whether everything in the file is known, so that it may be removed. */
  const recalled = recall().catch((error: unknown) => {
    log.error({ reason: reasonOf(error) }, 'waiting clicks cannot be read');
    return false;
  });

  async function recall(): Promise<boolean> {
    const lines = (await file?.recall()) ?? [];
    const found = lines.flatMap(waitingIn);
    if (found.length < lines.length) {
      log.error({ lines: lines.length - found.length }, 'lines of waiting clicks are no clicks');
    }
    waiting = [...found, ...waiting];
    schedule();
    return true;
  }

  async function wait(project: number, items: readonly InboxEntry[]): Promise<Receipt> {
    if (waiting.length + items.length > most) throw new InboxUnavailable('Too many clicks wait.');
    const added = items.map((item): Waiting => ({ project, item }));
    waiting.push(...added);
    try {
      await Promise.all(added.map((one) => file?.append(JSON.stringify(one))));
    } catch (error) {
      waiting = waiting.filter((one) => !added.includes(one));
      throw new InboxUnavailable(`Clicks cannot wait: ${reasonOf(error)}`);
    }
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
    const isKnown = await recalled;
    while (waiting.length > 0 && !isSilent()) {
      const some = waiting.slice(0, atOnce);
      const kept = await Promise.allSettled(
        some.map(({ project, item }) => inbox.keep(project, [item], [])),
      );
      const left = new Set(some.filter((_, index) => kept[index]?.status === 'rejected'));
      const isProgress = left.size < some.length;
      tries = isProgress || isSilent() ? 0 : tries + 1;
      const isHopeless = tries >= mostTries;
      if (isHopeless) log.error({ clicks: left.size }, 'clicks that waited cannot be stored');
      const done = new Set(isHopeless ? some : some.filter((one) => !left.has(one)));
      waiting = waiting.filter((one) => !done.has(one));
      if (!isProgress && !isHopeless) return;
    }
    const removed = isKnown ? file?.removeIf(() => waiting.length === 0) : undefined;
    await removed?.catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'the file of waiting clicks cannot be removed');
    });
  }

  return {
    async keep(project, items, refused) {
      if (!isSilent()) {
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

function waitingIn(line: string): Waiting[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
