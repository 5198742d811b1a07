import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClickSpool } from '#server/collect/public/click-spool.ts';
import { type InboxEntry, InboxUnavailable } from '#server/pipeline/inbox.ts';
import { silent } from '#tests/support/stores.ts';
import { event } from '../../pipeline/inbox-events.ts';
import { temporaryFolder } from '../../stores/temporary-stores.ts';

const item = (id: string): InboxEntry => ({
  deliveryId: id.repeat(32).slice(0, 32),
  accepted: { kind: 'event', event: event(7, { event_uid: id }), labels: [] },
});

/** An inbox that stores, or refuses everything. */
function createInbox() {
  const stored: [number, string][] = [];
  const inbox = {
    refuses: false,
    tries: 0,
    async keep(project: number, items: readonly InboxEntry[]) {
      inbox.tries += 1;
      if (inbox.refuses) throw new InboxUnavailable('The store refused.');
      for (const { deliveryId } of items) stored.push([project, deliveryId.slice(0, 1)]);
      return { accepted: items.length, duplicates: 0 };
    },
  };
  return { inbox, stored };
}

it('keeps clicks while the database is silent, and stores them once it answers', async () => {
  const { inbox, stored } = createInbox();
  let isSilent = true;
  const spool = createClickSpool({ inbox, log: silent, isSilent: () => isSilent });
  expect(await spool.keep(7, [item('a')], [])).toEqual({ accepted: 1, duplicates: 0 });
  expect(await spool.keep(8, [item('b')], [])).toEqual({ accepted: 1, duplicates: 0 });
  expect(stored).toEqual([]);
  isSilent = false;
  await expect
    .poll(() => stored, { timeout: 5_000 })
    .toEqual([
      [7, 'a'],
      [8, 'b'],
    ]);
  await spool.keep(7, [item('c')], []);
  expect(stored.length).toBe(3);
});

it('has them in a file, for a process that ends meanwhile', async () => {
  const file = join(await temporaryFolder(), 'waiting-clicks');
  const before = createClickSpool({
    inbox: createInbox().inbox,
    log: silent,
    isSilent: () => true,
    file,
  });
  await Promise.all(['a', 'b'].map((id) => before.keep(7, [item(id)], [])));
  await appendFile(file, '{"project":7,"it');
  const { inbox, stored } = createInbox();
  const spool = createClickSpool({ inbox, log: silent, file });
  await expect
    .poll(() => stored, { timeout: 5_000 })
    .toEqual([
      [7, 'a'],
      [7, 'b'],
    ]);
  await expect.poll(() => existsSync(file)).toBe(false);
  await spool.close();
});

it('adds whole lines after one that was cut, and leaves out what is no click', async () => {
  const file = join(await temporaryFolder(), 'waiting-clicks');
  const silently = () =>
    createClickSpool({ inbox: createInbox().inbox, log: silent, isSilent: () => true, file });
  await silently().keep(7, [item('a')], []);
  await appendFile(file, 'no click\n{"project":7,"it');
  await silently().keep(7, [item('b')], []);
  const { inbox, stored } = createInbox();
  const spool = createClickSpool({ inbox, log: silent, file });
  await expect
    .poll(() => stored, { timeout: 5_000 })
    .toEqual([
      [7, 'a'],
      [7, 'b'],
    ]);
  await spool.close();
});

it('has every click in the file that it said it keeps, however they overlap', async () => {
  const file = join(await temporaryFolder(), 'waiting-clicks');
  const spool = createClickSpool({
    inbox: createInbox().inbox,
    log: silent,
    isSilent: () => true,
    file,
  });
  const linesAfter: Promise<number>[] = [];
  for (let click = 1; click <= 200; click += 1) {
    const kept = spool.keep(7, [item('a')], []);
    linesAfter.push(kept.then(async () => (await readFile(file, 'utf8')).split('\n').length - 1));
    await new Promise(setImmediate);
  }
  for (const [index, lines] of (await Promise.all(linesAfter)).entries()) {
    expect(lines, `after click ${index + 1}`).toBeGreaterThan(index);
  }
});

it('refuses a click that the disk does not take, and does not store it later', async () => {
  const file = join(await temporaryFolder(), 'waiting-clicks');
  await mkdir(file);
  const { inbox, stored } = createInbox();
  let isSilent = true;
  const spool = createClickSpool({ inbox, log: silent, isSilent: () => isSilent, file });
  await expect(spool.keep(7, [item('a')], [])).rejects.toThrow(InboxUnavailable);
  isSilent = false;
  await spool.keep(7, [item('b')], []);
  await spool.close();
  expect(stored).toEqual([[7, 'b']]);
});

it('passes on that a database that answers refuses a click', async () => {
  const { inbox } = createInbox();
  inbox.refuses = true;
  const spool = createClickSpool({ inbox, log: silent });
  await expect(spool.keep(7, [item('a')], [])).rejects.toThrow(InboxUnavailable);
});
