import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '#server/platform/project-root.ts';

/** One file of the built client, as Vite's manifest describes it. */
type Chunk = {
  file: string;
  css?: string[];
  src?: string;
  imports?: string[];
  dynamicImports?: string[];
};
type Manifest = Record<string, Chunk>;

type Route = 'login' | 'dashboard';

export type Bytes = {
  script: Record<Route, number>;
  styles: Record<Route, number>;
  /** The script chunks of the dashboard. */
  chunks: { name: string; bytes: number }[];
  /** The script of all screens of an area, beside what the dashboard loads. */
  funnels: number;
  offers: number;
  splitTests: number;
};

/** Everything that is loaded until the last panel of the dashboard counts, except the map shapes. */
export const budgets: Record<'script' | 'styles', Record<Route, number>> = {
  script: { login: 112_000, dashboard: 340_000 },
  styles: { login: 12_000, dashboard: 22_000 },
};

/** The limit for the script of an area's screens, beside what the dashboard loads. */
export const areaBudget = 90_000;

/** Modules that load only after an action of the user, or for something that few users have. */
const onDemand = [
  /views\/app\/palette\//,
  /views\/dashboard\/heat\//,
  /views\/kit\/(Calendar|Picker|tables\/VirtualRows)/,
  /figure-rows|FigureRows/,
  /services\/(app\/export|dashboard\/figure-address)/,
  /views\/dashboard\/annotations\/NoteForm/,
  /contract\/accounts\/session/,
  /contract\/endpoints/,
  /src\/machines\//,
  /src\/wiring\/(?!session|services|workspace)/,
  /views\/conversions\//,
  /views\/(master-|event-)?pixels\//,
  /views\/(billing|funnels|offers|settings|split-tests)\//,
  /views\/auth\/(?!Login|SignInForm)/,
  /views\/dashboard\/FirstRun/,
  /views\/app\/shell\/UpgradeNotice|services\/app\/upgrade-notices/,
  /_(endpoints|funnels|offer[a-z-]*|split-test[a-z-]*)-/,
];
const ofFunnels = /^src\/(views|machines|wiring)\/funnel.*\.tsx?$/;
const ofOffers = /^src\/(views|machines|wiring)\/offer.*\.tsx?$/;
const ofSplitTests = /^src\/(views|machines|wiring)\/split-test.*\.tsx?$/;
const mapData = /views\/kit\/maps\/\w+Map/;
/** Toasts load on every page. */
const notices = 'src/views/kit/Notices.tsx';

/** Builds the client with a manifest into a folder. */
export function buildClient(folder: string): void {
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  const { status, stderr } = spawnSync(
    process.execPath,
    [vite, 'build', '--manifest', '--outDir', folder, '--logLevel', 'error'],
    { cwd: projectRoot, env: { ...process.env, NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The client could not be built:\n${stderr}`);
}

/** The compressed bytes of script and styles that each route loads. */
export function bytesOf(folder: string): Bytes {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const sizeOf = (file: string) => gzipSync(readFileSync(join(folder, file))).length;
  const total = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + sizeOf(file), 0);
  const theme = readdirSync(join(folder, 'assets'))
    .filter((file) => /^theme-\w+\.js$/.test(file))
    .map((file) => `assets/${file}`);
  const from = (follows: (key: string) => boolean) => [...reached(manifest, 'index.html', follows)];
  const scriptOf = (chunks: Chunk[]) => [...theme, ...chunks.map(({ file }) => file)];
  const stylesOf = (chunks: Chunk[]) => new Set(chunks.flatMap(({ css = [] }) => css));
  const login = from(() => false);
  const dashboard = from((key) => !mapData.test(key) && !isOnDemand(key));
  const beside = (files: string[]) => files.filter((file) => !filesOf(dashboard).includes(file));
  return {
    script: { login: total(scriptOf(login)), dashboard: total(scriptOf(dashboard)) },
    styles: {
      login: total(stylesOf(from((key) => key === notices))),
      dashboard: total(stylesOf(dashboard)),
    },
    funnels: total(beside(filesOf(areaIn(manifest, ofFunnels)))),
    offers: total(beside(filesOf(areaIn(manifest, ofOffers)))),
    splitTests: total(beside(filesOf(areaIn(manifest, ofSplitTests)))),
    chunks: scriptOf(dashboard).map((name) => ({ name, bytes: sizeOf(name) })),
  };
}

const filesOf = (chunks: readonly Chunk[]) => chunks.map(({ file }) => file);

/** Everything that the screens of an area load, on demand too. */
function areaIn(manifest: Manifest, area: RegExp): Chunk[] {
  const seen = new Set<Chunk>();
  for (const key of Object.keys(manifest).filter((name) => area.test(name))) {
    reached(manifest, key, (next) => area.test(next), seen);
  }
  return [...seen];
}

/** The limit for the compressed pixel script, in bytes. */
export const pixelBudget = 4_000;
export const pixelBytes = (): number =>
  gzipSync(readFileSync(join(projectRoot, 'dist/pixel/px.js')), { level: 9 }).length;

const isOnDemand = (key: string) => onDemand.some((pattern) => pattern.test(key));

/** The chunks that a chunk loads, statically and, where followed, dynamically. */
function reached(
  manifest: Manifest,
  key: string,
  follows: (key: string) => boolean,
  seen = new Set<Chunk>(),
): Set<Chunk> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const next of chunk.imports ?? []) reached(manifest, next, follows, seen);
  for (const next of chunk.dynamicImports ?? []) {
    if (follows(next)) reached(manifest, next, follows, seen);
  }
  return seen;
}
