/** The parameters that screens with days of their own share. */
const shared = ['project', 'affiliates', 'timezone', 'range', 'start', 'end'];

/** The address of another screen with the days and the selection of this one; an empty parameter is left out. */
export function linkWith(
  path: string,
  search: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const [from, query] = [new URLSearchParams(search), new URLSearchParams()];
  for (const key of shared) for (const value of from.getAll(key)) query.append(key, value);
  for (const [key, value] of Object.entries(more)) {
    if (value === '') query.delete(key);
    else query.set(key, value);
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
