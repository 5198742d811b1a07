import { describe, expect, it } from 'vitest';
import { proxyPaths } from '../../../scripts/vite/proxy-paths.ts';

const isProxied = (path: string) =>
  Object.keys(proxyPaths('http://127.0.0.1:3000')).some((start) => path.startsWith(start));

describe('the server of the sources', () => {
  it.each(['/api/v1/auth/check/', '/cubejs-api/v1/load', '/t/c/3', '/readyz'])(
    'forwards %s',
    (path) => expect(isProxied(path)).toBe(true),
  );

  it.each(['/tests/support/machines.ts', '/terms', '/src/main.tsx'])('serves %s itself', (path) =>
    expect(isProxied(path)).toBe(false),
  );
});
