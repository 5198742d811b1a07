/** An address of this part that keeps what the query asks of the page; `from` is only what a new pixel begins as. */
export function linkTo(path: string, search: string, from?: number): string {
  const query = new URLSearchParams(search);
  query.delete('from');
  if (from !== undefined) query.set('from', String(from));
  const written = query.toString();
  return written === '' ? path : `${path}?${written}`;
}
