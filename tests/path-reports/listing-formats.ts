import type { Listing } from './listing.ts';
import type { Change } from './path-changes.ts';

export type Format = 'md' | 'csv' | 'json';

export function formatListings(format: Format, listings: readonly Listing[]): string {
  if (format === 'json') return `${JSON.stringify(listings, null, 2)}\n`;
  return format === 'csv' ? csvOf(listings) : listings.map(markdownOf).join('\n');
}

function markdownOf({ machine, purpose, states, transitions, paths }: Listing): string {
  const head = [
    `# ${machine}`,
    '',
    purpose,
    '',
    `${states} states, ${transitions} transitions, ${paths.length} paths.`,
    '',
  ];
  const bodies = paths.flatMap(({ id, title, steps }) => [
    `## ${id}`,
    '',
    `\`${title}\``,
    '',
    ...tableOf(
      ['Step', 'What to do', 'What to see'],
      steps.map(({ step, action, expected }) => [String(step), action, expected]),
    ),
    '',
  ]);
  return [...head, ...bodies].join('\n');
}

/** All machines in one table with their sizes. */
export function summaryOf(listings: readonly Listing[]): string {
  const rows = listings.map(({ machine, purpose, states, transitions, paths }) => [
    machine,
    purpose,
    ...[states, transitions, paths.length].map(String),
  ]);
  const sum = (count: (listing: Listing) => number) =>
    String(listings.reduce((total, listing) => total + count(listing), 0));
  const totals = [
    `${listings.length} machines`,
    '',
    sum(({ states }) => states),
    sum(({ transitions }) => transitions),
    sum(({ paths }) => paths.length),
  ];
  return `${tableOf(['Machine', 'Purpose', 'States', 'Transitions', 'Paths'], [...rows, totals]).join('\n')}\n`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** One row per step, as test management tools import it (RFC 4180). */
function csvOf(listings: readonly Listing[]): string {
  const rows = listings.flatMap(({ paths }) =>
    paths.flatMap(({ id, title, steps }) =>
      steps.map(({ step, action, expected }) => [id, title, String(step), action, expected]),
    ),
  );
  return csv(['path id', 'title', 'step', 'action', 'expected'], rows);
}

export function formatChanges(format: Format, ref: string, changes: readonly Change[]): string {
  if (format === 'json') return `${JSON.stringify(changes, null, 2)}\n`;
  const rows = changes.map(({ change, id, title }) => [change, id, title]);
  if (format === 'csv') return csv(['change', 'path id', 'title'], rows);
  const count = (wanted: Change['change']) =>
    changes.filter(({ change }) => change === wanted).length;
  const added = count('added');
  const sum = `Since ${ref}: ${added} ${added === 1 ? 'path' : 'paths'} added, ${count('removed')} removed.`;
  const table = rows.length > 0 ? ['', ...tableOf(['', 'Path', 'Title'], rows)] : [];
  return `${[sum, ...table].join('\n')}\n`;
}

const csv = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, ...rows]
    .map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');
