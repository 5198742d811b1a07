import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launch } from '../../bench/browser.ts';
import { appScreens } from './app-screens.ts';
import { captureScreen, openPage } from './capture.ts';
import { reportOf } from './report.ts';
import { sceneScreens, scenesOn, serve } from './scene-screens.ts';
import { compareShot, type ShotResult } from './shot-result.ts';
import { type CapturedScreen, fileOf, type Shot, titleOf, widths } from './shots.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, process.env.SCREENS_DIR ?? '.screens');
const optionOf = (name: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = optionOf('only')?.split(',');
const width = optionOf('width');
const isWanted = ({ screen }: { screen: string }) =>
  !only || only.some((part) => screen.includes(part));
const isWidthWanted = (one: number) => !width || one === Number(width);

/** The pictures of a whole run are listed beside them: a picture missing from the next run is gone. */
const list = (part: string) => join(folder, part, 'list.json');

async function listed(part: string): Promise<Shot[]> {
  if (!existsSync(list(part))) return [];
  return JSON.parse(await readFile(list(part), 'utf8')) as Shot[];
}

const byFile = (shots: readonly Shot[]) => new Map(shots.map((shot) => [fileOf(shot), shot]));

/** Makes the pictures of the last run the reference of later runs. */
async function accept(): Promise<number> {
  const taken = (await listed('now')).filter(isWanted);
  if (taken.length === 0) {
    console.error('There is nothing to accept: run "npm run screens" first.');
    return 1;
  }
  for (const shot of taken) {
    const file = fileOf(shot);
    await cp(join(folder, 'now', file), join(folder, 'accepted', file));
  }
  const otherShots = (await listed('accepted')).filter((shot) => !isWanted(shot));
  await writeFile(list('accepted'), JSON.stringify([...otherShots, ...taken]));
  console.log(`${taken.length} pictures accepted.`);
  return 0;
}

async function takeAll(): Promise<{ taken: Shot[]; failed: string[] }> {
  const server = await serve(folder);
  const browser = await launch();
  const taken: Shot[] = [];
  const failed: string[] = [];
  const first = await openPage(browser, widths[0]);
  const scenes = await scenesOn(first, server.url);
  await first.close();
  const screens = [...appScreens(server.url), ...sceneScreens(server.url, scenes)].filter(isWanted);
  const wanted = screens.flatMap((screen) =>
    widths.filter(isWidthWanted).map((wide) => ({ sitter: screen, wide })),
  );
  const total = wanted.length;
  const work = async () => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const name = `${next.sitter.screen} at ${next.wide} px`;
      const shots = await attempt(next.sitter, next.wide, failed);
      taken.push(...shots);
      console.log(`${total - wanted.length}/${total} ${name}: ${shots.length}`);
    }
  };
  const attempt = (screen: CapturedScreen, wide: (typeof widths)[number], problems: string[]) =>
    captureScreen(browser, screen, wide, join(folder, 'now')).catch((error: unknown) => {
      problems.push(`${screen.screen} at ${wide} px: ${String(error).slice(0, 400)}`);
      return [];
    });
  await Promise.all([work(), work()]);
  await browser.close();
  await server.close();
  return { taken, failed };
}

async function main(): Promise<number> {
  if (process.argv.includes('--accept')) return accept();
  if (!only && !width) await rm(join(folder, 'now'), { recursive: true, force: true });
  await rm(join(folder, 'difference'), { recursive: true, force: true });
  await mkdir(join(folder, 'now'), { recursive: true });
  const { taken, failed } = await takeAll();
  const earlier = [...byFile([...(await listed('now')), ...taken]).values()];
  await writeFile(list('now'), JSON.stringify(earlier));

  const results: ShotResult[] = [];
  for (const shot of taken) results.push(await compareShot(folder, shot));
  const met = byFile(taken);
  for (const shot of failed.length === 0 && !width ? await listed('accepted') : []) {
    if (met.has(fileOf(shot)) || !isWanted(shot)) continue;
    const before = `accepted/${fileOf(shot)}`;
    results.push({ shot, kind: 'gone', count: 0, before, after: null, difference: null });
  }
  await writeFile(join(folder, 'report.html'), reportOf(results));

  const changed = results.filter(({ kind }) => kind === 'changed' || kind === 'gone');
  for (const { shot, kind, count } of changed) {
    console.log(`${kind}: ${titleOf(shot)}${count ? `, ${count} pixels` : ''}`);
  }
  for (const problem of failed) console.error(`not taken: ${problem}`);
  const fresh = results.filter(({ kind }) => kind === 'new').length;
  console.log(
    `${taken.length} pictures, ${changed.length} changed, ${fresh} new. ${join(folder, 'report.html')}`,
  );
  return changed.length + failed.length > 0 ? 1 : 0;
}

process.exitCode = await main();
