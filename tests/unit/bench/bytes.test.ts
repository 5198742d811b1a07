import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areaBudget, type Bytes, budgets, buildClient, bytesOf } from '../../../bench/bytes.ts';
import { hint, opened } from '../../../scripts/vite/eager-compile-hint.ts';

describe('the script of a route', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clickledger-bytes-'));
  let bytes: Bytes;

  beforeAll(() => {
    const built = join(folder, 'client');
    buildClient(built);
    bytes = bytesOf(built);
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stays small until a person can sign in', () => {
    expect(bytes.script.login).toBeLessThanOrEqual(budgets.script.login);
  });

  it.each(['login', 'dashboard'] as const)('has few styles: %s', (route) => {
    expect(bytes.styles[route]).toBeLessThanOrEqual(budgets.styles[route]);
  });

  it('stays within bounds until the last panel has its figures', () => {
    expect(bytes.script.dashboard, JSON.stringify(bytes.chunks, null, 1)).toBeLessThanOrEqual(
      budgets.script.dashboard,
    );
  });

  it.each(['funnels', 'offers', 'splitTests'] as const)(
    'stays within bounds for the screens of %s',
    (area) => {
      expect(bytes[area]).toBeGreaterThan(10_000);
      expect(bytes[area]).toBeLessThanOrEqual(areaBudget);
    },
  );

  it('contains nothing of the workbench, nor of the handle for outside tools', () => {
    const marks = /__workflows|__clickledger|clickledger\.workbench|actor-log|stately\.ai|elkjs/;
    const holding = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(?:[jt]sx?|html)$/.test(entry.name))
        .filter(({ parentPath, name }) => marks.test(readFileSync(join(parentPath, name), 'utf8')))
        .map(({ name }) => name);
    expect(holding(join(folder, 'client'))).toEqual([]);
    expect(holding('src/workbench')).toContain('expose-app.ts');
  });

  it('is in files that do not wait for each other: one of two would run before its import', () => {
    const manifest: Record<string, { imports?: string[] }> = JSON.parse(
      readFileSync(join(folder, 'client/.vite/manifest.json'), 'utf8'),
    );
    const waitsFor = (key: string, seen = new Set<string>()): Set<string> => {
      for (const next of manifest[key]?.imports ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        waitsFor(next, seen);
      }
      return seen;
    };
    expect(Object.keys(manifest).filter((key) => waitsFor(key).has(key))).toEqual([]);
    expect(waitsFor('index.html').size).toBeGreaterThan(0);
  });

  it('is in few files', () => {
    expect(bytes.chunks.length, JSON.stringify(bytes.chunks, null, 1)).toBeLessThanOrEqual(15);
  });

  it('is compiled ahead where nearly all of it runs, and its source maps include the added line', () => {
    const assets = join(folder, 'client/assets');
    const isOpened = (name: string) => opened.some((one) => name.startsWith(`${one}-`));
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const hinted = scripts.filter((name) =>
      readFileSync(join(assets, name), 'utf8').startsWith(hint),
    );
    expect(hinted).toEqual(scripts.filter(isOpened));
    expect(new Set(hinted.map((name) => name.replace(/-.*/, '')))).toEqual(new Set(opened));
    for (const name of hinted) {
      const [code, map] = [name, `${name}.map`].map((file) =>
        readFileSync(join(assets, file), 'utf8'),
      );
      const { mappings }: { mappings: string } = JSON.parse(map ?? '');
      expect(mappings.split(';')).toHaveLength(code?.split('\n').length ?? 0);
    }
  });

  it('begins with a file that is loaded as a script before it is imported as a module', () => {
    const page = readFileSync(join(folder, 'client/index.html'), 'utf8');
    const entry = /<script type="module" crossorigin src="([^"]+)">/.exec(page);
    const link = `<link rel="preload" as="script" crossorigin="" href="${entry?.[1]}">`;
    expect(page.indexOf(link)).toBeGreaterThan(0);
    expect(page.indexOf(link)).toBeLessThan(entry?.index ?? 0);
  });

  it('counts lazily loaded files too', () => {
    expect(bytes.chunks.map(({ name }) => name).join('\n')).toMatch(/member-[\s\S]*services-/);
    expect(bytes.script.dashboard).toBeGreaterThan(bytes.script.login);
    expect(bytes.styles.dashboard).toBeGreaterThan(bytes.styles.login);
  });
});
