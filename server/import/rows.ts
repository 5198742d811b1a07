import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Info, parse } from 'csv-parse';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { encodingByStart, punctuated, type TextEncoding } from '#contract/text-encoding.ts';
import { csvHeadOf, twiceIn } from '../platform/csv-head.ts';
import { withExactNumbers } from '../platform/exact-numbers.ts';
import type { Row } from './cell.ts';
import { BrokenOff, ImportProblem } from './problem.ts';

export type Line = { line: number; row: Row } | { line: number; fault: string };

export type Rows = {
  lines: AsyncIterable<Line>;
  /** The share of the file that has been read, 0 to 1. */
  read: () => number;
};

export const isCsv = (path: string): boolean => /\.csv(\.gz)?$/i.test(path);

/** Opens a file by its extension and reads it row by row. Without a `delimiter` the head line of a CSV decides. */
export async function openRows(path: string, delimiter?: string): Promise<Rows> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new ImportProblem(`There is no file ${path}.`);
  if (/\.parquet$/i.test(path)) return parquetRows(path);
  let bytesRead = () => 0;
  const read = () => (found.size === 0 ? 1 : Math.min(1, bytesRead() / found.size));
  const open = () => {
    const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
    bytesRead = () => file.bytesRead;
    return unpacked(path, file);
  };
  if (isCsv(path)) return { lines: toItsEnd(path, csvLines(open, delimiter)), read };
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(path))
    return { lines: toItsEnd(path, jsonLines(open)), read };
  throw new ImportProblem(
    `${path} must end in .csv, .ndjson or .parquet; .csv.gz and .ndjson.gz are read too.`,
  );
}

/**
 * A file is opened when its first line is requested: a stream that fails before it has a listener would end the
 * process, and one that failed before it is read would never end.
 */
type Open = () => Readable;

/** Its errors reach the reader, also between two reads. */
function unpacked(path: string, file: Readable): Readable {
  const bytes = /\.gz$/i.test(path) ? pipeline(file, createGunzip(), () => undefined) : file;
  return bytes.on('error', () => undefined);
}

/** Passes lines on; for a damaged or truncated file it ends with a sentence that tells how far it could be read. */
async function* toItsEnd(path: string, lines: AsyncIterable<Line>): AsyncGenerator<Line> {
  let last = 0;
  try {
    for await (const line of lines) {
      last = Math.max(last, line.line);
      yield line;
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw damaged(path, last, error.message);
  }
}

const damaged = (path: string, last: number, reason: string): ImportProblem =>
  new BrokenOff(
    `${path} cannot be read${last > 0 ? ` beyond line ${last}` : ''}: ${reason}. Get the whole file and import it again: nothing counts twice.`,
  );

const twoBreaks = '\r\n';
type Parsed = { record: Row; info: Info; raw?: string };
type Numbered = { line: number; row: Row };

async function* csvLines(open: Open, delimiter: string | undefined): AsyncGenerator<Line> {
  const file = await decoded(open);
  const faults: { line: number; fault: string }[] = [];
  let isBroken = false;
  /** The parser counts a CRLF within quotes as two lines. */
  let twice = 0;
  const beginning = await beginningOf(file);
  const head = csvHeadOf(beginning, delimiter);
  const parser = parse({
    bom: true,
    columns: namedOnce,
    delimiter: head.delimiter,
    from_line: head.line,
    info: true,
    raw: beginning.includes(twoBreaks),
    on_record: ({ record, info, raw = '' }: Parsed): Numbered => {
      twice += raw.split(twoBreaks).length - 1;
      return { row: record, line: info.lines - twice };
    },
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: 1024 * 1024,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error && endless.has(error.code)) isBroken = true;
      else
        faults.push({
          line: Number(error?.lines ?? 0) - twice,
          fault: error?.message ?? 'cannot be read',
        });
      return undefined;
    },
  });
  pipeline(file, parser, () => undefined);
  let last = 1;
  for await (const numbered of parser as AsyncIterable<Numbered>) {
    yield* faults.splice(0);
    last = numbered.line;
    yield numbered;
  }
  yield* faults.splice(0);
  if (isBroken)
    throw new BrokenOff(
      `A quotation mark that opens after line ${last} is never closed, and the rest cannot be read. Correct it and import the file again: events already imported count once.`,
    );
}

/** A name that stands twice would lose one of its columns without a word. */
function namedOnce(header: string[]): string[] {
  const twice = twiceIn(header);
  if (twice === undefined) return header.map((name) => name.trim());
  throw new ImportProblem(
    `The file has the column "${twice.slice(0, 60)}" twice: rename one of them.`,
  );
}

/** The file as UTF-8. */
async function decoded(open: Open): Promise<Readable> {
  const encoding = await encodingOf(open);
  if (encoding === 'utf-8') return open();
  return Readable.from(recoded(open(), encoding), { objectMode: false }).on(
    'error',
    () => undefined,
  );
}

async function* recoded(file: AsyncIterable<Buffer>, encoding: TextEncoding) {
  const decoder = new TextDecoder(encoding);
  for await (const part of file) {
    const text = decoder.decode(part, { stream: true });
    const right = encoding === 'windows-1252' ? punctuated(text) : text;
    if (right !== '') yield Buffer.from(right);
  }
}

/** A file that is no UTF-8 to its end is Windows-1252. What cannot be read is said when its lines are. */
async function encodingOf(open: Open): Promise<TextEncoding> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  const file = open();
  let isFirst = true;
  try {
    for await (const part of file as AsyncIterable<Buffer>) {
      const known = isFirst ? encodingByStart(part) : null;
      if (known !== null) return known;
      isFirst = false;
      strict.decode(part, { stream: true });
    }
  } catch (error) {
    return error instanceof TypeError ? 'windows-1252' : 'utf-8';
  } finally {
    file.destroy();
  }
  return 'utf-8';
}

/** The first bytes of a file, which are read again later. */
async function beginningOf(file: Readable): Promise<string> {
  await once(file, 'readable');
  const first: Buffer | null = file.read();
  if (first) file.unshift(first);
  return first?.toString() ?? '';
}

/** Faults after which the start of the next record is unknown. */
const endless = new Set<string>(['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE']);

async function* jsonLines(open: Open): AsyncGenerator<Line> {
  const file = await decoded(open);
  let line = 0;
  for await (const text of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text.trim() !== '') yield jsonLine(line, text);
  }
  if (file.errored) throw file.errored;
}

function jsonLine(line: number, text: string): Line {
  try {
    const row: unknown = JSON.parse(
      withExactNumbers(line === 1 ? text.replace(/^\uFEFF/, '') : text),
    );
    if (typeof row === 'object' && row !== null && !Array.isArray(row))
      return { line, row: { ...row } };
  } catch {
    return { line, fault: 'The line is no JSON.' };
  }
  return { line, fault: 'The line must be a JSON object.' };
}

const rowsAtOnce = 50_000;

async function parquetRows(path: string): Promise<Rows> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file).catch((error: Error) => {
    throw new ImportProblem(`${path} is no parquet file: ${error.message}.`);
  });
  const total = Number(metadata.num_rows);
  let done = 0;
  async function* lines(): AsyncGenerator<Line> {
    let groupStart = 0;
    for (const group of metadata.row_groups) {
      const groupEnd = groupStart + Number(group.num_rows);
      for (let rowStart = groupStart; rowStart < groupEnd; rowStart += rowsAtOnce) {
        const rowEnd = Math.min(rowStart + rowsAtOnce, groupEnd);
        const rows: Row[] = await parquetReadObjects({
          file,
          metadata,
          compressors,
          rowStart,
          rowEnd,
        }).catch((error: Error) => {
          throw damaged(path, done, error.message);
        });
        for (const row of rows) {
          done += 1;
          yield { line: done, row };
        }
      }
      groupStart = groupEnd;
    }
  }
  return { lines: lines(), read: () => (total === 0 ? 1 : done / total) };
}
