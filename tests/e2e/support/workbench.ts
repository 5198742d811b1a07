import { join, resolve } from 'node:path';
import { build, preview } from 'vite';
import { proxyPaths } from '../../../scripts/vite/proxy-paths.ts';
import { address } from './demo.ts';

const root = resolve(import.meta.dirname, '../../..');
const shared = { root, mode: 'workbench', logLevel: 'silent' } as const;

/** The workbench beside the product under test: built in its own mode, served from its own folder. */
export async function startWorkbench(): Promise<{ url: string; stop: () => Promise<void> }> {
  const outDir = join(root, 'test-results', 'workbench');
  await build({ ...shared, build: { outDir, emptyOutDir: true } });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, proxy: proxyPaths(address()) },
  });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The workbench does not listen.');
  return { url, stop: () => server.close() };
}
