/** Where the table of a CSV file begins, and what separates its columns. */
export type CsvHead = {
  delimiter: string;
  /** The line of the header, counted from 1. */
  line: number;
};

const usual = [',', ';', '\t', '|'];
/** Records that decide; in the middle of a longer file nothing else is to be found. */
const mostRecords = 50;

type Start = { line: number; text: string };

/**
 * Finds the delimiter and the header of a CSV file in its first lines. A first line `sep=;` names the delimiter. Lines
 * above the header, such as a title, have no columns, or fewer, or only one that is filled in; at least half of the
 * lines below the header have as many columns as it has. Delimiters within quotation marks do not count.
 */
export function csvHeadOf(text: string, given?: string): CsvHead {
  const records = startsOf(text.replace(/^\uFEFF/, ''));
  const named = /^\uFEFF?"?sep=(.)"?[,;\t|]*\r?(?:\n|$)/i.exec(text)?.[1];
  if (named !== undefined) return { delimiter: given ?? named, line: records[1]?.line ?? 2 };
  const tables = (given ? [given] : usual).flatMap((delimiter) => {
    const rows = records.map((record) => cellsIn(record.text, delimiter));
    const found = headIn(rows);
    const line = found && records[found.head]?.line;
    return found && line !== undefined ? [{ delimiter, line, ...found }] : [];
  });
  const best = tables.reduce<(typeof tables)[number] | null>(
    (one, other) => (one === null || isBetter(other, one) ? other : one),
    null,
  );
  return {
    delimiter: best?.delimiter ?? given ?? ',',
    line: best?.line ?? records[0]?.line ?? 1,
  };
}

type Head = {
  /** The index of its record. */
  head: number;
  width: number;
  /** How many records below it have as many columns. */
  equal: number;
};

const isBetter = (one: Head, other: Head): boolean =>
  one.equal === other.equal ? one.width > other.width : one.equal > other.equal;

const filledIn = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '').length;
const hasNumber = (cells: readonly string[]): boolean =>
  cells.some((cell) => /^\s*[+-]?\d[\d.,]*\s*$/.test(cell));

/** The header among rows of cells. If no row fits, it is the first one; null where that has only one column. */
function headIn(rows: readonly (readonly string[])[]): Head | null {
  let mostFilled = 1;
  for (const [head, cells] of rows.entries()) {
    const width = cells.length;
    const below = rows.slice(head + 1);
    const equal = below.filter((row) => row.length === width).length;
    const filled = filledIn(cells);
    const canBeHeader = head === 0 || (equal > 0 && !hasNumber(cells));
    if (canBeHeader && filled > mostFilled && equal * 2 >= below.length)
      return { head, width, equal };
    mostFilled = Math.max(mostFilled, filled);
  }
  const width = rows[0]?.length ?? 1;
  const equal = rows.slice(1).filter((row) => row.length === width).length;
  return width > 1 ? { head: 0, width, equal } : null;
}

function cellsIn(record: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (const character of record) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}

/** The records at the beginning of a text; blank lines are left out. */
function startsOf(text: string): Start[] {
  const records: Start[] = [];
  let [line, start, from, isQuoted] = [1, 1, 0, false];
  const end = (to: number) => {
    const record = text.slice(from, to);
    if (record.trim() !== '') records.push({ line: start, text: record });
    start = line;
    from = to + 1;
  };
  for (let at = 0; at < text.length && records.length < mostRecords; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    const isBreak = character === '\n' || (character === '\r' && text[at + 1] !== '\n');
    if (isBreak) line += 1;
    if (isBreak && !isQuoted) end(at);
  }
  if (records.length < mostRecords) end(text.length);
  return records;
}

/** A column name that occurs twice in a header, but for blanks around it; its column would be ambiguous. */
export function twiceIn(header: readonly string[]): string | undefined {
  const names = header.map((name) => name.trim());
  return names.find((name, index) => name !== '' && names.indexOf(name) !== index);
}
