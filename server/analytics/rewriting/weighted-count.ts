/** A count of rows as a sum of their weights. The expression must be one count with a condition. */
export function weightedCount(expression: string, weight: string): string {
  if (!expression.startsWith('countIf(')) {
    throw new Error(`Rows are not counted with countIf: ${expression}.`);
  }
  return `sumIf(${weight}, ${expression.slice('countIf('.length)}`;
}
