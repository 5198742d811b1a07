import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/project-root.ts';

let script: Buffer | undefined;

/** The pixel as it is shipped, built once for all tests of a worker. */
export function builtPixel(): Buffer {
  script ??= build();
  return script;
}

function build(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-pixel-'));
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--mode', 'pixel', '--outDir', folder, '--logLevel', 'error'],
    { cwd: projectRoot, env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The pixel could not be built:\n${stderr}`);
  const built = readFileSync(join(folder, 'px.js'));
  rmSync(folder, { recursive: true });
  return built;
}
