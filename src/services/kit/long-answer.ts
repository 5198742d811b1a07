import type { z } from 'zod';
import { tableRowSchema } from '#contract/analytics/report.ts';

type Parsed<Answer> = { success: true; data: Answer } | { success: false; error: unknown };
type Parts = { head: string; rows: string[] };

/** Shorter texts are read at once. */
const longest = 500_000;
const rowsInSlice = 500;
/** Every row of a table begins like this, and no text inside one can: its quotes would be escaped. */
const between = '},{"key":';
const before = '"rows":[{"key":';
const after = '}],"';

/**
 * Parses an answer. A table of a hundred thousand rows is read and checked slice by slice with a break after each, so
 * that the page stays alive: read at once it would stand still for most of a second.
 */
export async function parsedIn<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  signal: AbortSignal,
): Promise<Parsed<z.output<Schema>>> {
  const parts = text.length > longest ? partsOf(text) : null;
  if (!parts) return schema.safeParse(parse(text));
  const head = schema.safeParse(parse(parts.head));
  if (!head.success) return head;
  const rows: unknown[] = [];
  for (const slice of parts.rows) {
    await rest();
    signal.throwIfAborted();
    const checked = tableRowSchema.array().safeParse(parse(slice));
    if (!checked.success) return checked;
    for (const row of checked.data) rows.push(row);
  }
  const { data } = head.data as { data: { rows: unknown[] } };
  data.rows = rows;
  return head;
}

/** The answer without its rows, and those as lists of some; null where a text is no table. */
function partsOf(text: string): Parts | null {
  const first = text.indexOf(before);
  if (first === -1) return null;
  const start = first + before.length - '{"key":'.length;
  const last = Math.max(text.lastIndexOf(between) + 2, start);
  const end = text.indexOf(after, last);
  if (end === -1) return null;
  const rows: string[] = [];
  let from = start;
  while (from < end) {
    let to = from;
    for (let row = 0; row < rowsInSlice && to !== -1; row += 1) to = text.indexOf(between, to + 1);
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

/** Lets the browser draw and hear before work goes on. Timers would each wait some milliseconds more. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
