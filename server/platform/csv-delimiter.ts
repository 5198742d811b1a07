const usual = [',', ';', '\t'];

/** What parts the columns of a CSV file: of what is usual, what its head line holds most of; else a comma. */
export function delimiterOf(text: string): string {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const count = (mark: string) => head.split(mark).length;
  return usual.reduce((best, one) => (count(one) > count(best) ? one : best));
}
