import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compare } from './compare.ts';
import { fileOf, type Shot } from './shots.ts';

export type ShotResult = {
  shot: Shot;
  kind: 'same' | 'changed' | 'new' | 'gone';
  /** The number of pixels that differ. */
  count: number;
  /** The paths of the pictures in the folder of the report. */
  before: string | null;
  after: string | null;
  difference: string | null;
};

/** Compares a new picture with the accepted one. */
export async function compareShot(folder: string, shot: Shot): Promise<ShotResult> {
  const file = fileOf(shot);
  const [before, after, difference] = [`accepted/${file}`, `now/${file}`, `difference/${file}`];
  const result = { shot, count: 0, before, after, difference: null };
  if (!existsSync(join(folder, before))) return { ...result, kind: 'new', before: null };
  const [old, now] = await Promise.all([before, after].map((one) => readFile(join(folder, one))));
  if (!old || !now || old.equals(now)) return { ...result, kind: 'same' };
  const { count, isChanged, difference: drawn } = await compare(old, now);
  if (!isChanged) return { ...result, count, kind: 'same' };
  await mkdir(dirname(join(folder, difference)), { recursive: true });
  await writeFile(join(folder, difference), drawn);
  return { ...result, count, kind: 'changed', difference };
}
