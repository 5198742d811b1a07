import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { previousAssetsOf } from '#server/plugins/previous-assets.ts';

const day = 24 * 60 * 60 * 1_000;

/**
 * Moves the assets aside before a build empties its folder, for pages that are still open, and deletes those replaced
 * more than a day ago. An asset's modification time is when it was last current.
 */
export function setAside(outDir: string, now: number): void {
  const [assets, previous] = [join(outDir, 'assets'), previousAssetsOf(outDir)];
  mkdirSync(previous, { recursive: true });
  for (const name of existsSync(assets) ? readdirSync(assets) : []) {
    copyFileSync(join(assets, name), join(previous, name));
    utimesSync(join(previous, name), now / 1_000, now / 1_000);
  }
  for (const name of readdirSync(previous)) {
    if (now - statSync(join(previous, name)).mtimeMs > day) rmSync(join(previous, name));
  }
}

/** Keeps the assets of earlier builds for a day. */
export function keepAssets(): Plugin {
  let outDir = '';
  return {
    name: 'keep-assets',
    apply: 'build',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir);
    },
    buildStart: () => setAside(outDir, Date.now()),
  };
}
