export type Line = readonly string[];

/** A text table: the first column left-aligned, figures right-aligned. */
export function tableOf(head: Line, lines: readonly Line[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const row = (line: Line) =>
    head
      .map((_, column) => {
        const cell = line[column] ?? '';
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [row(head), widths.map((width) => '─'.repeat(width)).join('  '), ...lines.map(row)].join(
    '\n',
  );
}

export const ms = (value: number): string =>
  Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0);
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');
export const mebibytes = (bytes: number): string => `${count(bytes / 1024 ** 2)} MiB`;
export const mark = (isMet: boolean): string => (isMet ? 'ok' : 'MISS');
