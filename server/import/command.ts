import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { decimalMarks } from '#contract/amount-text.ts';
import { cellOf, type Row } from './cell.ts';
import { byColumnName, byMapping } from './events.ts';
import { createFormatFinder, type Formats, readerOf } from './file-formats.ts';
import { importFile, type Summary } from './import-file.ts';
import { askPermission, type Permission } from './import-key.ts';
import { columnsOf, type Mapping, readMapping } from './mapping.ts';
import { BrokenOff, ImportProblem } from './problem.ts';
import { count, createProgress } from './progress.ts';
import { createReport } from './rejected-lines.ts';
import { isCsv, openRows } from './rows.ts';
import { assertRunning, createSender } from './send-batches.ts';
import { dayOrders } from './time-values.ts';

const usage = `Usage: npm run import -- <file.csv|.ndjson|.parquet> --project <slug> [options]

  --map <mapping.json>   how rows become events; without it, columns named like event fields are taken
  --url <address>        the running server (default http://127.0.0.1:3000)
  --decimal <comma|dot>  what the decimals of the amounts come after, where the file does not tell
  --dates <dmy|mdy>      whether 01/02/2026 is in February or in January, where the file does not tell
  --key <collect key>    the project's key; also read from COLLECT_KEY. On the server's own machine none is needed
  --report <file>        where refused lines are listed (default <file>.rejected.ndjson in this folder)`;

export type Io = {
  env: Record<string, string | undefined>;
  say: (text: string) => void;
  screen: { isTTY?: boolean; write: (text: string) => unknown };
};

/** Runs the command and returns its exit code: 1 when a row was refused, nothing came in, or the file breaks off. */
export async function runImport(args: readonly string[], io: Io): Promise<number> {
  try {
    return await run(options(args, io.env), io);
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    io.say(error.message);
    return 1;
  }
}

type Options = {
  file: string;
  project: string | undefined;
  map: string | undefined;
  url: string;
  key: string | undefined;
  report: string;
  formats: Formats;
};

function options(args: readonly string[], env: Io['env']): Options {
  const text = { type: 'string' } as const;
  const read = () =>
    parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        project: text,
        map: text,
        url: text,
        key: text,
        report: text,
        decimal: text,
        dates: text,
      },
    });
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read();
  } catch (error) {
    throw new ImportProblem(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  const { positionals, values } = parsed;
  const [file] = positionals;
  const key = values.key ?? (env.COLLECT_KEY || undefined);
  if (!file || positionals.length > 1) throw new ImportProblem(usage);
  if (!values.project && !key)
    throw new ImportProblem(`Say which project with --project.\n\n${usage}`);
  const url = values.url ?? `http://127.0.0.1:${env.PORT || 3000}`;
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ImportProblem(`--url must be an http address, not "${url}".`);
  const report = resolve(values.report ?? `${basename(file)}.rejected.ndjson`);
  const formats = {
    decimal: oneOf('decimal', values.decimal, decimalMarks),
    dates: oneOf('dates', values.dates, dayOrders),
  };
  return { file, project: values.project, map: values.map, url, key, report, formats };
}

function oneOf<Choice extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | null {
  const choice = choices.find((one) => one === given);
  if (given !== undefined && choice === undefined)
    throw new ImportProblem(`--${name} must be ${choices.join(' or ')}, not "${given}".`);
  return choice ?? null;
}

/** How the file writes amounts and days. A CSV that does not tell is refused before anything of it is sent. */
async function formatsOf({ file, formats }: Options, mapping: Mapping | null): Promise<Formats> {
  const given = {
    decimal: formats.decimal ?? mapping?.decimal ?? null,
    dates: formats.dates ?? mapping?.dates ?? null,
  };
  if (!isCsv(file)) return given;
  const finder = createFormatFinder(given);
  const readRow = mapping ? byMapping(mapping, finder) : byColumnName(finder, () => undefined);
  try {
    for await (const line of (await openRows(file, mapping?.delimiter)).lines)
      if ('row' in line) readRow(line.row);
  } catch (error) {
    // What is damaged here is damaged again at the import, which sends what comes before it.
    if (!(error instanceof BrokenOff)) throw error;
  }
  const found = finder.found();
  if ('formats' in found) return found.formats;
  throw new ImportProblem(
    `"${found.unclear}" in ${file} can be read in two ways: say which with --${found.option}=${found.choices}.`,
  );
}

async function run(options: Options, { env, say, screen }: Io): Promise<number> {
  const mapping =
    options.map === undefined ? null : readMapping(await mappingText(options.map), options.map);
  const rows = await openRows(options.file, mapping?.delimiter);
  await assertRunning(options.url);
  const formats = readerOf(await formatsOf(options, mapping));
  const skipped = new Set<string>();
  const absent = new Set(mapping ? columnsOf(mapping) : []);
  const readRow = mapping
    ? byMapping(mapping, formats, (row) => strike(absent, row))
    : byColumnName(formats, (column) => skipped.add(column));
  const report = createReport(options.report);
  const permission = await permissionFor(options, env);
  try {
    const { summary, problem } = await importFile({
      rows,
      readRow,
      send: createSender({ url: options.url, key: permission.key }),
      onRejected: report.add,
      onProgress: createProgress(screen),
    });
    if (problem && summary.accepted + summary.duplicates + summary.rejected === 0) throw problem;
    if (skipped.size > 0)
      say(`Columns that are no event fields were left out: ${[...skipped].sort().join(', ')}.`);
    if (absent.size > 0 && summary.rows > 0 && !problem)
      say(`No row has what the mapping reads as ${[...absent].sort().map(quoted).join(', ')}.`);
    say(sentence(summary));
    if (summary.rejected > 0) say(`Every rejected line with its reason: ${options.report}`);
    if (problem) throw problem;
    return summary.rejected > 0 || summary.accepted + summary.duplicates === 0 ? 1 : 0;
  } finally {
    await report.close();
    await permission.end();
  }
}

/** Columns with a value are not absent. */
function strike(absent: Set<string>, row: Row): void {
  for (const column of absent) if (cellOf(row, column) !== undefined) absent.delete(column);
}

const quoted = (column: string): string => `"${column}"`;

const mappingText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new ImportProblem(`There is no mapping file ${path}.`);
  });

async function permissionFor({ key, project }: Options, env: Io['env']): Promise<Permission> {
  if (key) return { key, end: async () => undefined };
  return askPermission(project ?? '', {
    databaseUrl: env.DATABASE_URL || undefined,
    dataDir: env.DATA_DIR || './data',
  });
}

const sentence = ({ rows, events, accepted, duplicates, rejected }: Summary): string =>
  `${count(rows)} rows, ${count(events)} events: ${count(accepted)} new, ${count(duplicates)} already known, ${count(rejected)} rejected.`;
