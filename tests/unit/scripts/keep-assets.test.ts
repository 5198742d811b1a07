import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { previousAssetsOf } from '#server/plugins/previous-assets.ts';
import { setAside } from '../../../scripts/vite/keep-assets.ts';

const hour = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'clickledger-assets-'));
const outDir = join(folder, 'client');

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A build at some hour: the present assets are set aside, then replaced. */
function build(at: number, name: string) {
  setAside(outDir, at * hour);
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(join(outDir, 'assets'), { recursive: true });
  writeFileSync(join(outDir, 'assets', name), `built at ${at}`);
}

describe('assets of earlier builds', () => {
  it('are kept for a day after they were replaced, however old they were by then', () => {
    build(0, 'app-a.js');
    build(100, 'app-b.js');
    build(123, 'app-c.js');
    expect(readdirSync(previousAssetsOf(outDir)).sort()).toEqual(['app-a.js', 'app-b.js']);
    expect(readFileSync(join(previousAssetsOf(outDir), 'app-a.js'), 'utf8')).toBe('built at 0');
    build(124, 'app-c.js');
    expect(readdirSync(previousAssetsOf(outDir)).sort()).toEqual([
      'app-a.js',
      'app-b.js',
      'app-c.js',
    ]);
    build(125, 'app-d.js');
    expect(readdirSync(previousAssetsOf(outDir)).sort()).toEqual(['app-b.js', 'app-c.js']);
  });
});
