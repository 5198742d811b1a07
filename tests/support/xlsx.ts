import { strFromU8, unzipSync } from 'fflate';

type Value = string | number | boolean | null;
export type XlsxCell = { value: Value; format: string };
export type XlsxSheet = {
  name: string;
  header: string[];
  lines: Record<string, Value>[];
  /** The number format of each cell. */
  formats: Record<string, string>[];
};

/** Reads an Excel file that the server wrote; dates become texts of ISO 8601. */
export function readXlsx(bytes: Uint8Array): XlsxSheet[] {
  const files = unzipSync(bytes);
  const part = (name: string) => strFromU8(files[name] ?? new Uint8Array());
  const codes = new Map(
    all(part('xl/styles.xml'), /<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g).map(
      ([, id = '', code = '']) => [id, code],
    ),
  );
  const styles = all(part('xl/styles.xml').split('<cellXfs')[1] ?? '', /<xf numFmtId="(\d+)"/g).map(
    ([, id = '']) => codes.get(id) ?? 'General',
  );
  const names = all(part('xl/workbook.xml'), /<sheet name="([^"]*)"/g).map(([, name = '']) => name);
  return names.map((name, index) => {
    const rows = all(
      part(`xl/worksheets/sheet${index + 1}.xml`),
      /<row r="\d+">(.*?)<\/row>/gs,
    ).map(([, cells = '']) => cellsOf(cells, styles));
    const columns = [...(rows[0] ?? new Map<string, XlsxCell>())].map(
      ([letters, { value }]) => [letters, String(value)] as const,
    );
    const read = <Part>(pick: (cell: XlsxCell | undefined) => Part) =>
      rows
        .slice(1)
        .map((row) =>
          Object.fromEntries(columns.map(([letters, column]) => [column, pick(row.get(letters))])),
        );
    return {
      name,
      header: columns.map(([, column]) => column),
      lines: read((cell) => cell?.value ?? null),
      formats: read((cell) => cell?.format ?? ''),
    };
  });
}

const all = (text: string, pattern: RegExp): RegExpMatchArray[] => [...text.matchAll(pattern)];

const cellsOf = (cells: string, styles: readonly string[]): Map<string, XlsxCell> =>
  new Map(
    all(cells, /<c r="([A-Z]+)\d+"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)<\/c>/gs).map(
      ([, letters = '', style = '0', type, content = '']) => {
        const format = styles[Number(style)] ?? 'General';
        return [letters, { value: readValue(content, type, format), format }];
      },
    ),
  );

function readValue(content: string, type: string | undefined, format: string): Value {
  const text = content.replace(/<[^>]*>/g, '');
  if (type === 'inlineStr') return unescaped(text);
  if (type === 'b') return text === '1';
  const number = Number(text);
  if (!format.startsWith('yyyy')) return number;
  const iso = new Date(Math.round((number - 25_569) * 86_400_000)).toISOString();
  if (format === 'yyyy-mm') return iso.slice(0, 7);
  return format === 'yyyy-mm-dd' ? iso.slice(0, 10) : iso;
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/_x([\dA-F]{4})_/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
