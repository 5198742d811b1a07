/**
 * The paths that are proxied to the API server. A path matches by its beginning: without its slash, `/t` would match
 * `/tests/…` too.
 */
export const proxyPaths = (server: string): Record<string, string> =>
  Object.fromEntries(['/api/', '/cubejs-api/', '/t/', '/readyz'].map((path) => [path, server]));
