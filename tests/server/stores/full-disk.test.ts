import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Disk, smallDisk } from '#tests/support/small-disk.ts';
import { countOf, notes, openTemporary, rowsOf, startWarehouse } from './temporary-stores.ts';

const retryOptions = { timeout: 30_000 };

/** Where the engine keeps the parts of the notes. */
async function partsOf(reader: ClickHouseClient): Promise<string> {
  const query = "SELECT data_paths[1] AS path FROM system.tables WHERE name = 'notes'";
  const [found] = await rowsOf<{ path: string }>(reader, query);
  if (!found) throw new Error('There are no notes.');
  return found.path;
}

/** Rows that no compression shrinks. */
const rows = (from: number, length: number) =>
  `INSERT INTO notes SETTINGS insert_deduplication_token = 'rows-${from}'
   SELECT number + ${from}, randomPrintableASCII(${length}) FROM numbers(100000)`;

const fullText = 'SELECT toUInt32(count()) AS rows, toUInt32(sum(length(text))) AS size FROM notes';

/** Fills the disk while the engine writes a part of a kind, unless it has finished before; then frees it. */
async function fillDuring(disk: Disk, parts: string, kind: string, work: Promise<unknown>) {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver && !readdirSync(parts).some((name) => name.startsWith(kind))) await delay(1);
  const empty = disk.fill();
  await work.catch(() => undefined);
  empty();
}

describe.skipIf(process.getuid?.() !== 0)('a disk that is full in the middle of a write', () => {
  it('is never confirmed as stored, and stores no row', async () => {
    const disk = smallDisk();
    onTestFinished(() => disk.remove());
    const warehouse = await startWarehouse(await openTemporary(disk.path));
    const { writer, reader } = warehouse;
    await writer.command({ query: notes });
    const parts = await partsOf(reader);
    let outcome = 'kept';
    // The disk may be full too late; the confirmation has to be true then as well.
    while (outcome === 'kept') {
      await writer.command({ query: 'TRUNCATE TABLE notes' });
      await writer.command({ query: rows(0, 10) });
      const pid = warehouse.pid() ?? 0;
      const writing = writer.command({ query: rows(100_000, 500) });
      await fillDuring(disk, parts, 'tmp_insert', writing);
      outcome = await writing.then(
        () => 'kept',
        () => 'not kept',
      );
      if (outcome === 'kept') process.kill(pid, 'SIGKILL');
      await expect.poll(() => warehouse.pid(), retryOptions).not.toBe(pid);
      const known = outcome === 'kept' ? 200_000 : 100_000;
      await expect.poll(() => countOf(writer, 'notes').catch(() => null), retryOptions).toBe(known);
    }
  });

  it('removes no row that is rewritten', async () => {
    const disk = smallDisk();
    onTestFinished(() => disk.remove());
    const warehouse = await startWarehouse(await openTemporary(disk.path));
    const { writer, reader } = warehouse;
    await writer.command({ query: notes });
    await writer.command({ query: rows(0, 300) });
    const parts = await partsOf(reader);
    const first = warehouse.pid();
    const isDone = async () => {
      const query = 'SELECT countIf(is_done = 0) AS n FROM system.mutations';
      const [left] = await rowsOf<{ n: number | string }>(reader, query);
      return Number(left?.n) === 0;
    };
    const untilOver = async () => {
      while (warehouse.pid() === first && !(await isDone().catch(() => false))) await delay(20);
    };
    while (warehouse.pid() === first) {
      await writer.command({
        query: 'ALTER TABLE notes UPDATE text = reverse(text) WHERE 1',
        // It has finished when no statement waits for it.
        clickhouse_settings: { mutations_sync: '0' },
      });
      await fillDuring(disk, parts, 'tmp_mut', untilOver());
      await expect
        .poll(() => rowsOf(writer, fullText).catch(() => null), retryOptions)
        .toEqual([{ rows: 100_000, size: 30_000_000 }]);
    }
  });
});
