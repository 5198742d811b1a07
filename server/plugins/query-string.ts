/**
 * `a=1&b[]=2&b[]=3` → `{a: '1', b: ['2', '3']}`. A repeated name becomes an array too, which scalar fields refuse by
 * name. The object has no prototype, so that parameters cannot reach one.
 */
export function parseQueryString(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [written, value] of new URLSearchParams(text)) {
    const isList = written.endsWith('[]');
    const name = isList ? written.slice(0, -2) : written;
    const before = query[name];
    query[name] = before === undefined ? (isList ? [value] : value) : [before, value].flat();
  }
  return query;
}
