/** A link within the event pixels that keeps the page's query; `from` names the original of a copy. */
export function linkTo(path: string, search: string, from?: number): string {
  const query = new URLSearchParams(search);
  query.delete('from');
  if (from !== undefined) query.set('from', String(from));
  const written = query.toString();
  return written === '' ? path : `${path}?${written}`;
}
