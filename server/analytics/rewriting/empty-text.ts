/** The column behind a dimension that shows an empty text as none: `nullIf(cube.column, '')`; null for others. */
export const columnOfText = (expression: string): string | null =>
  /^nullIf\((\w+\.\w+), ''\)$/.exec(expression)?.[1] ?? null;
