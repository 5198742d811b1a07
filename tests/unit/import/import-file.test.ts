import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CollectAnswer } from '#contract/collect/answer.ts';
import type { Row } from '#server/import/cell.ts';
import { byColumnName } from '#server/import/events.ts';
import { readerOf } from '#server/import/file-formats.ts';
import { importFile, type Rejected } from '#server/import/import-file.ts';
import { Occurrences } from '#server/import/occurrences.ts';
import type { Rows } from '#server/import/rows.ts';

const rowsOf = (rows: readonly Row[]): Rows => ({
  lines: (async function* () {
    for (const [index, row] of rows.entries()) yield { line: index + 2, row };
  })(),
  read: () => 0.5,
});

/** A server that stores each delivery id once, and refuses the affiliate `bad`. */
function createStore() {
  const stored = new Map<string, object>();
  const batches: number[] = [];
  const send = async (events: readonly object[]): Promise<CollectAnswer> => {
    batches.push(events.length);
    const answer: CollectAnswer = { accepted: 0, duplicates: 0, rejected: [] };
    for (const [index, event] of events.entries()) {
      const { delivery_id, affid } = event as { delivery_id: string; affid?: string };
      if (affid === 'bad')
        answer.rejected.push({
          index,
          code: 'affid_invalid',
          field: 'affid',
          message: 'affid is bad.',
        });
      else if (stored.has(delivery_id)) answer.duplicates += 1;
      else {
        stored.set(delivery_id, event);
        answer.accepted += 1;
      }
    }
    return answer;
  };
  return { stored, batches, send };
}

const importInto = async (store: ReturnType<typeof createStore>, rows: readonly Row[]) => {
  const rejected: Rejected[] = [];
  const { summary } = await importFile({
    rows: rowsOf(rows),
    readRow: byColumnName(readerOf({ decimal: null, dates: null }), () => undefined),
    send: store.send,
    onRejected: (one) => rejected.push(one),
    onProgress: () => undefined,
  });
  return { summary, rejected };
};

const cost = (spend: string) => ({ event_name: 'Cost', date: '2026-11-20', spend });

const click = (affid: string) => ({
  event_name: 'click',
  event_time: '2026-11-20T10:00:00Z',
  affid,
});

describe('an import', () => {
  it('separates equal rows and changes nothing the second time, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 })
          .chain((all) =>
            fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
          ),
        async ([affids, shuffled]) => {
          const store = createStore();
          const { summary } = await importInto(store, affids.map(click));
          expect(summary).toMatchObject({ accepted: affids.length, duplicates: 0, rejected: 0 });
          const again = await importInto(store, shuffled.map(click));
          expect(again.summary).toMatchObject({ accepted: 0, duplicates: affids.length });
          expect(store.stored.size).toBe(affids.length);
        },
      ),
    );
  });

  it('sends at most a thousand events and four mebibytes at once', async () => {
    const store = createStore();
    await importInto(
      store,
      Array.from({ length: 2_500 }, (_, index) => click(`${index}`)),
    );
    expect(store.batches).toEqual([1_000, 1_000, 500]);
    const wide = createStore();
    await importInto(
      wide,
      Array.from({ length: 900 }, () => ({ ...click('a'), affsub: 'x'.repeat(10_000) })),
    );
    expect(Math.max(...wide.batches) * 10_000).toBeLessThan(4 * 1024 * 1024);
    expect(wide.stored.size).toBe(900);
  });

  it.each(['a', 'ü', '商', '🎯', '\ud800'])('counts the sent bytes: %j', async (letter) => {
    const store = createStore();
    const sizes: number[] = [];
    const send = (events: readonly object[]) => {
      sizes.push(Buffer.byteLength(JSON.stringify({ events })));
      return store.send(events);
    };
    const rows = Array.from({ length: 1_500 }, () => ({
      ...click('a'),
      affsub: letter.repeat(1_700),
    }));
    await importInto({ ...store, send }, rows);
    expect(Math.max(...sizes)).toBeLessThan(4 * 1024 * 1024);
    expect(store.stored.size).toBe(1_500);
  });

  it('reports the line and field of every refused row', async () => {
    const { summary, rejected } = await importInto(createStore(), [
      click('a'),
      click('bad'),
      { event_name: 'click', event_time: 'never' },
      click('b'),
    ]);
    expect(summary).toEqual({ rows: 4, events: 4, accepted: 2, duplicates: 0, rejected: 2 });
    expect(rejected.toSorted((a, b) => a.line - b.line)).toEqual([
      { line: 3, field: 'affid', code: 'affid_invalid', message: 'affid is bad.' },
      {
        line: 4,
        field: 'event_time',
        code: 'field_unreadable',
        message: 'event_time is no time such as 2026-11-20 14:03:58: "never".',
      },
    ]);
  });

  it('refuses an event that is too large to be sent, by the field that makes it so', async () => {
    const { summary, rejected } = await importInto(createStore(), [
      click('a'),
      { ...click('b'), affsub: '商'.repeat(1_500_000) },
      click('c'),
    ]);
    expect(summary).toEqual({ rows: 3, events: 3, accepted: 2, duplicates: 0, rejected: 1 });
    expect(rejected).toEqual([
      {
        line: 3,
        field: 'affsub',
        code: 'event_too_large',
        message: 'affsub is too large: one event may take 4 MiB.',
      },
    ]);
  });

  it('keeps a delivery id of the file', async () => {
    const store = createStore();
    await importInto(store, [
      { ...click('a'), delivery_id: 'own' },
      { ...click('b'), delivery_id: 'own' },
    ]);
    expect([...store.stored.keys()]).toEqual(['own']);
  });
});

it('an import gives a cost no delivery id, so that an older file restores its figures', async () => {
  const sent: object[] = [];
  const send = async (events: readonly object[]): Promise<CollectAnswer> => {
    sent.push(...events);
    return { accepted: events.length, duplicates: 0, rejected: [] };
  };
  await importInto({ ...createStore(), send }, [cost('5'), { ...cost('6'), delivery_id: 'own' }]);
  expect(sent).toEqual([cost('5'), { ...cost('6'), delivery_id: 'own' }]);
});

describe('occurrences', () => {
  it('count as a Map does, also while they grow', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5)), (numbers) => {
        const occurrences = new Occurrences();
        const map = new Map<number, number>();
        for (const number of numbers) {
          const hash = (number * 0x1_0000).toString(16).padStart(16, '0');
          expect(occurrences.next(hash)).toBe(map.get(number) ?? 0);
          map.set(number, (map.get(number) ?? 0) + 1);
        }
      }),
    );
    const many = new Occurrences();
    const hashes = Array.from({ length: 200_000 }, (_, index) =>
      (index * 2_654_435_761).toString(16).padStart(16, '0'),
    );
    expect(hashes.every((hash) => many.next(hash) === 0)).toBe(true);
    expect(hashes.every((hash) => many.next(hash) === 1)).toBe(true);
  });
});
