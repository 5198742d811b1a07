const usual = [',', ';', '\t'];

/** The delimiter of a CSV file: of the usual ones, the most frequent in its head line; else a comma. */
export function delimiterOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const count = (mark: string) => head.split(mark).length;
  return usual.reduce((best, one) => (count(one) > count(best) ? one : best));
}
