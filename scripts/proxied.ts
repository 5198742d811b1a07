/**
 * What the pages of this server ask of another one. A path is caught by how it begins: without its slash, `/t` would
 * take `/tests/…` along.
 */
export const proxiedTo = (server: string): Record<string, string> =>
  Object.fromEntries(['/api/', '/cubejs-api/', '/t/', '/readyz'].map((path) => [path, server]));
