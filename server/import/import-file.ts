import { hash } from 'node:crypto';
import { maxBytes, maxEvents } from '#contract/collect/events.ts';
import { canonical } from '../pipeline/delivery-id.ts';
import type { Event, ReadRow } from './events.ts';
import { Occurrences } from './occurrences.ts';
import { ImportProblem } from './problem.ts';
import type { Rows } from './rows.ts';
import type { Send } from './send-batches.ts';

export type Rejected = { line: number; field: string; code: string; message: string };

export type Summary = {
  rows: number;
  events: number;
  accepted: number;
  duplicates: number;
  rejected: number;
};

export type Result = {
  summary: Summary;
  /** Why the import ended before the file did. */
  problem: ImportProblem | null;
};

type Job = {
  rows: Rows;
  readRow: ReadRow;
  send: Send;
  onRejected: (rejected: Rejected) => void;
  onProgress: (read: number, summary: Summary) => void;
};

type InboxEntry = { line: number; event: Event };

/** In bytes; the rest of a request is for ids and punctuation. */
const mostBytes = (maxBytes / 4) * 3;
/** In bytes: a larger event cannot be sent even alone. */
const mostOfOne = maxBytes - 1_024;

/** Sends the events of a file in batches and reports every line with a refused event. */
export async function importFile({
  rows,
  readRow,
  send,
  onRejected,
  onProgress,
}: Job): Promise<Result> {
  const summary: Summary = { rows: 0, events: 0, accepted: 0, duplicates: 0, rejected: 0 };
  const occurrences = new Occurrences();
  let batch: InboxEntry[] = [];
  let bytes = 0;

  const reject = (rejected: Rejected) => {
    summary.rejected += 1;
    onRejected(rejected);
  };
  const flush = async () => {
    const parcels = batch;
    batch = [];
    bytes = 0;
    if (parcels.length === 0) return;
    const answer = await send(parcels.map(({ event }) => event));
    summary.accepted += answer.accepted;
    summary.duplicates += answer.duplicates;
    for (const { index, field, code, message } of answer.rejected) {
      reject({ line: parcels[index]?.line ?? 0, field, code, message });
    }
    onProgress(Math.min(rows.read(), 0.99), summary);
  };

  const readAll = async () => {
    for await (const line of rows.lines) {
      summary.rows += 1;
      if ('fault' in line) {
        reject({ line: line.line, field: '', code: 'row_unreadable', message: line.fault });
        continue;
      }
      for (const outcome of readRow(line.row)) {
        summary.events += 1;
        if ('fault' in outcome) {
          reject({ line: line.line, code: 'field_unreadable', ...outcome.fault });
          continue;
        }
        const content = canonical(outcome.event);
        const size = Buffer.byteLength(content);
        if (size > mostOfOne) {
          const field = largestOf(outcome.event);
          const message = `${field} is too large: one event may take 4 MiB.`;
          reject({ line: line.line, field, code: 'event_too_large', message });
          continue;
        }
        if (batch.length === maxEvents || bytes + size > mostBytes) await flush();
        batch.push({ line: line.line, event: identified(outcome.event, content, occurrences) });
        bytes += size;
      }
    }
  };

  /** When a file breaks off, the events before that point are imported. */
  const problem = await readAll()
    .finally(flush)
    .then(() => null, problemOf);
  if (!problem) onProgress(1, summary);
  return { summary, problem };
}

function problemOf(error: unknown): ImportProblem {
  if (error instanceof ImportProblem) return error;
  throw error;
}

function largestOf(event: Event): string {
  const sizes = Object.entries(event).map(([name, value]) => ({
    name,
    size: JSON.stringify(value)?.length ?? 0,
  }));
  return sizes.sort((a, b) => b.size - a.size)[0]?.name ?? '';
}

/**
 * Adds delivery ids, so that the same file sent twice has the same ids, and equal rows of one file different ones. Ids
 * in the file stay. Costs get none: the file imported last wins, even an older one.
 */
function identified(event: Event, content: string, occurrences: Occurrences): Event {
  if (event.delivery_id !== undefined || isCost(event)) return event;
  const digest = hash('sha256', content, 'hex').slice(0, 32);
  return { ...event, delivery_id: `import:${digest}:${occurrences.next(digest)}` };
}

const isCost = ({ event_name }: Event): boolean =>
  typeof event_name === 'string' && event_name.trim().toLowerCase() === 'cost';
