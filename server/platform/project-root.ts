import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const self = fileURLToPath(import.meta.url);

/** The folder of package.json, the same from a source file and from the bundle. */
export const projectRoot = folderAbove(dirname(self));

/** Resolves packages like the project does, wherever the running file is. */
export const requireFromRoot = createRequire(join(projectRoot, 'package.json'));

/**
 * The command that starts a second program of this project: its source through tsx in development and tests, its own
 * bundle (`dist/server/<name>.js`) in production.
 */
export function program(name: string, source: string): { file: string; execArgv: string[] } {
  const bundled = join(projectRoot, 'dist', 'server', `${name}.js`);
  if (!self.endsWith('.ts')) return { file: bundled, execArgv: [] };
  const loader = pathToFileURL(requireFromRoot.resolve('tsx')).href;
  return { file: join(projectRoot, source), execArgv: ['--import', loader] };
}

function folderAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('package.json was not found above the server.');
  return folderAbove(parent);
}
