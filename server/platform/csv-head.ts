/** Where the table of a CSV file begins, and what separates its columns. */
export type CsvHead = {
  delimiter: string;
  /** The line of the header, counted from 1. */
  line: number;
};

const usual = [',', ';', '\t', '|'];
/** Records that decide; in the middle of a longer file nothing else is to be found. */
const mostRecords = 50;

type Start = { line: number; marks: ReadonlyMap<string, number> };

/**
 * The delimiter and the header of a CSV file by its beginning. A first line `sep=;` names the delimiter. Lines above
 * the header, such as a title, have no columns; the header has, and half of the lines below it have as many. Delimiters
 * within quotation marks do not count.
 */
export function csvHeadOf(text: string, given?: string): CsvHead {
  const records = startsOf(text.replace(/^\uFEFF/, ''), given ? [given] : usual);
  const named = /^\uFEFF?"?sep=(.)"?[,;\t|]*\r?(?:\n|$)/i.exec(text)?.[1];
  if (named !== undefined) return { delimiter: given ?? named, line: records[1]?.line ?? 2 };
  const candidates = (given ? [given] : usual).map((delimiter) => {
    const widths = records.map(({ marks }) => (marks.get(delimiter) ?? 0) + 1);
    const head = widths.findIndex((width) => width > 1);
    const width = widths[head] ?? 1;
    const below = widths.slice(head + 1);
    const equal = below.filter((one) => one === width).length;
    const isTable = head === 0 || (equal > 0 && equal * 2 >= below.length);
    return { delimiter, line: records[head]?.line ?? 1, isTable, equal, width };
  });
  const tables = candidates.filter(({ width, isTable }) => width > 1 && isTable);
  const best = tables.reduce<(typeof tables)[number] | null>(
    (one, other) => (one === null || isBetter(other, one) ? other : one),
    null,
  );
  return {
    delimiter: best?.delimiter ?? given ?? ',',
    line: best?.line ?? records[0]?.line ?? 1,
  };
}

const isBetter = (
  one: { equal: number; width: number },
  other: { equal: number; width: number },
): boolean => (one.equal === other.equal ? one.width > other.width : one.equal > other.equal);

/** The records at the beginning of a text, with their delimiters outside quotation marks; blank lines are left out. */
function startsOf(text: string, delimiters: readonly string[]): Start[] {
  const records: Start[] = [];
  let marks = new Map<string, number>();
  let [line, start, isQuoted, isBlank] = [1, 1, false, true];
  const end = () => {
    if (!isBlank) records.push({ line: start, marks });
    marks = new Map();
    isBlank = true;
    start = line;
  };
  for (let at = 0; at < text.length && records.length < mostRecords; at += 1) {
    const character = text.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    const isBreak = character === '\n' || (character === '\r' && text[at + 1] !== '\n');
    if (isBreak) line += 1;
    if (isBreak && !isQuoted) end();
    else if (!isBreak && character !== '\r') {
      isBlank = false;
      if (!isQuoted && delimiters.includes(character)) {
        marks.set(character, (marks.get(character) ?? 0) + 1);
      }
    }
  }
  end();
  return records;
}

/** A column name that occurs twice in a header; its column would be ambiguous. */
export const twiceIn = (header: readonly string[]): string | undefined =>
  header.find((name, index) => name.trim() !== '' && header.indexOf(name) !== index);
