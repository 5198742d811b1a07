import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listingOf, machineNames } from '../tests/path-reports/listing.ts';
import {
  type Format,
  formatChanges,
  formatListings,
  summaryOf,
} from '../tests/path-reports/listing-formats.ts';
import { titlesAt } from '../tests/path-reports/other-version.ts';
import { changesBetween } from '../tests/path-reports/path-changes.ts';
import { similarNames } from '../tests/path-reports/similar-names.ts';
import { plannedMachines } from '../tests/support/planned.ts';

const usage = `npm run paths                     how many paths each machine has
npm run paths share               the paths of one machine, to follow by hand
npm run paths share -- --csv      the same for a test management tool, or --json
npm run paths -- --out <folder>   a file for each machine
npm run paths -- --new-since main which paths a change adds or removes (any git ref)`;
const root = join(import.meta.dirname, '..');

function run(args: string[]): string {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      csv: { type: 'boolean' },
      json: { type: 'boolean' },
      out: { type: 'string' },
      'new-since': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return `${usage}\n`;
  for (const name of positionals.filter((wanted) => !machineNames.includes(wanted))) {
    throw new Error(`There is no machine "${name}". Near are ${similarNames(name, machineNames)}.`);
  }
  const format: Format = values.json ? 'json' : values.csv ? 'csv' : 'md';
  const since = values['new-since'];
  if (since !== undefined) return changesSince(since, positionals, format);
  const listings = (positionals.length > 0 ? positionals : machineNames).map(listingOf);
  if (values.out !== undefined) {
    mkdirSync(values.out, { recursive: true });
    for (const listing of listings) {
      const file = join(values.out, `${listing.machine}.${format}`);
      writeFileSync(file, formatListings(format, [listing]));
    }
    return `${listings.length} files in ${values.out}\n`;
  }
  return positionals.length === 0 && format === 'md'
    ? summaryOf(listings)
    : formatListings(format, listings);
}

/** The changes of all machines, or of the named ones. */
function changesSince(ref: string, wanted: readonly string[], format: Format): string {
  const now = Object.fromEntries(
    Object.entries(plannedMachines).map(([name, { paths }]) => [
      name,
      paths().map(({ title }) => title),
    ]),
  );
  const changes = changesBetween(titlesAt(root, ref), now).filter(
    ({ machine }) => wanted.length === 0 || wanted.includes(machine),
  );
  return formatChanges(format, ref, changes);
}

// A reader such as `head` may close the pipe early.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === 'EPIPE' ? 0 : 1),
);
try {
  process.stdout.write(run(process.argv.slice(2)));
} catch (thrown) {
  console.error(`${thrown instanceof Error ? thrown.message : thrown}\n\n${usage}`);
  process.exitCode = 1;
}
