import type pg from 'pg';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import type { Cell, Column, Notes, Workbook } from '../platform/tables/table.ts';
import { fileName } from '../platform/tables/table-file.ts';
import { type EntryFilter, readEntries } from './entries.ts';

/** So many entries are read at once. */
const atOnce = 1_000;

const columns: Column[] = [
  'id',
  'at',
  'actor',
  'via',
  'action',
  'target',
  'details',
  'from',
  'hash',
].map((name) => ({ name, kind: 'text' }));

/** An entry as a row of the file. */
const rowOf = (entry: AuditEntry): Cell[] => [
  String(entry.id),
  entry.at,
  entry.actor?.email ?? '',
  entry.via ?? '',
  entry.action,
  entry.target,
  JSON.stringify(entry.details),
  entry.from ?? '',
  entry.hash,
];

/** Entries as a table, whatever source they are read from. */
export const auditTable = (entries: Iterable<AuditEntry> | AsyncIterable<AuditEntry>) => ({
  columns,
  rows: rowsOf(entries),
});

async function* rowsOf(entries: Iterable<AuditEntry> | AsyncIterable<AuditEntry>) {
  for await (const entry of entries) yield rowOf(entry);
}

type Filter = Omit<EntryFilter, 'before' | 'limit'>;

/** The whole log as a file, the latest entry first; `project` is null for the log of an account. */
export function auditFile(
  pool: pg.Pool,
  filter: Filter,
  { project, today }: { project: { name: string; slug: string } | null; today: string },
): Workbook {
  const { start, end = today, search, action } = filter;
  const days = start === undefined ? [`until-${end}`] : [start, end];
  const notes: Notes = [
    ['Project', project?.name ?? 'none, the log of an account'],
    ['Days', `${start ?? 'the first'} to ${end}, UTC`],
    ['Filters', [search, action].filter(Boolean).join(' and ') || 'none'],
    ['Verify', 'each hash holds the hash of the entry before; npm run verify-audit compares them'],
  ];
  return {
    title: 'Audit log',
    name: fileName('Audit log', project?.slug ?? 'account', days),
    rows: auditTable(everyEntry(pool, filter)),
    total: null,
    notes,
  };
}

async function* everyEntry(pool: pg.Pool, filter: Filter): AsyncGenerator<AuditEntry> {
  let before: string | undefined;
  for (;;) {
    const entries = await readEntries(pool, { ...filter, before, limit: atOnce });
    if (entries.length === 0) return;
    yield* entries;
    before = String(entries.at(-1)?.id);
  }
}
