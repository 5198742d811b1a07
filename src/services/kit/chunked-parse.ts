import type { z } from 'zod';
import { tableRowSchema } from '#contract/analytics/report.ts';

type Parsed<Answer> = { success: true; data: Answer } | { success: false; error: unknown };
type Chunks = { head: string; rows: string[] };

/** Shorter responses are parsed in one go. */
const longestWhole = 500_000;
const rowsPerChunk = 500;
/** The text between two rows of a table. It cannot occur inside a value, where its quotes would be escaped. */
const rowBoundary = '},{"key":';
const rowsStart = '"rows":[{"key":';
const rowsEnd = '}],"';

/**
 * Parses a response. A table of a hundred thousand rows is parsed and checked in chunks with a pause after each,
 * because parsing it in one go would freeze the page for most of a second.
 */
export async function parseInChunks<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  signal: AbortSignal,
): Promise<Parsed<z.output<Schema>>> {
  const parts = text.length > longestWhole ? chunksOf(text) : null;
  if (!parts) return schema.safeParse(parse(text));
  const head = schema.safeParse(parse(parts.head));
  if (!head.success) return head;
  const rows: unknown[] = [];
  for (const slice of parts.rows) {
    await yieldToBrowser();
    signal.throwIfAborted();
    const checked = tableRowSchema.array().safeParse(parse(slice));
    if (!checked.success) return checked;
    for (const row of checked.data) rows.push(row);
  }
  const { data } = head.data as { data: { rows: unknown[] } };
  data.rows = rows;
  return head;
}

/** Splits a response into its text without rows and chunks of rows; null if the text is no table. */
function chunksOf(text: string): Chunks | null {
  const first = text.indexOf(rowsStart);
  if (first === -1) return null;
  const start = first + rowsStart.length - '{"key":'.length;
  const last = Math.max(text.lastIndexOf(rowBoundary) + 2, start);
  const end = text.indexOf(rowsEnd, last);
  if (end === -1) return null;
  const rows: string[] = [];
  let from = start;
  while (from < end) {
    let to = from;
    for (let row = 0; row < rowsPerChunk && to !== -1; row += 1)
      to = text.indexOf(rowBoundary, to + 1);
    const cut = to === -1 || to > end ? end + 1 : to + 1;
    rows.push(`[${text.slice(from, cut)}]`);
    from = cut + 1;
  }
  return { head: `${text.slice(0, start)}${text.slice(end + 1)}`, rows };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Lets the browser paint and handle input. A timer would wait some milliseconds longer. */
const yieldToBrowser = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
