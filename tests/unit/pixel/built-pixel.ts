import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/project-root.ts';

const built = new Map<string, Buffer>();

const once = (mode: string, file: string): Buffer => {
  const script = built.get(mode) ?? build(mode, file);
  built.set(mode, script);
  return script;
};

/** The pixel as it is shipped, built once for all tests of a worker. */
export const builtPixel = (): Buffer => once('pixel', 'px.js');

/** What it loads when split tests are first used. */
export const builtAssign = (): Buffer => once('pixel-assign', 'px-assign.js');

function build(mode: string, file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-pixel-'));
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--mode', mode, '--outDir', folder, '--logLevel', 'error'],
    { cwd: projectRoot, env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The pixel could not be built:\n${stderr}`);
  const script = readFileSync(join(folder, file));
  rmSync(folder, { recursive: true });
  return script;
}
