import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Clone, cloneTo, type UnixUser } from './support/clone.ts';
import { exitOf, root } from './support/product.ts';
import { get, post } from './support/tenant.ts';
import { judge, type Verdict } from './support/verdict.ts';

export const places = ['ordinary user', 'root, open directory', 'root, below 0700'] as const;
export type Place = (typeof places)[number];

/** Why a rig cannot run here, or null. */
export function skipReason(place: Place): string | null {
  if (place === 'ordinary user' || process.getuid?.() === 0) return null;
  return 'needs root';
}

const secondStart = 8_000;
const firstFigures = 60_000;

/** `npm start` as the first command on a clean clone, with nothing prepared; then once more. */
export async function firstCommandRig(place: Place): Promise<Verdict> {
  return onClone(place, async (clone) => {
    const began = performance.now();
    const first = await clone.start();
    const isRunning = performance.now();
    const [, email = '', password = ''] = await first.output(
      /Sign in as (\S+) with the password (\S+)/,
    );
    const token = await signIn(first.url, email, password);
    const figuresAfter = token ? await untilFigures(first.url, token) : Number.POSITIVE_INFINITY;
    const firstStop = await clone.end(first, 'Ctrl-C');
    const second = await clone.start();
    const keeps = (await signIn(second.url, email, password)) !== null;
    const secondStop = await clone.end(second, 'SIGTERM');
    const left = firstStop.left + secondStop.left;
    return judge(
      {
        'first start s': seconds(isRunning - began),
        'figures after s': seconds(figuresAfter),
        'second start s': seconds(second.readyAfter),
        'stops s': `${seconds(firstStop.took)}, ${seconds(secondStop.took)}`,
      },
      figuresAfter > firstFigures && `no figures ${seconds(firstFigures)} s after the start`,
      second.readyAfter > secondStart && `the second start took ${seconds(second.readyAfter)} s`,
      !keeps && 'the second start does not know the account of the first',
      left > 0 && `${left} processes are left`,
    );
  });
}

/** A real `npm ci --ignore-scripts` with strict engines; then it starts without the development packages. */
export async function realInstallRig(): Promise<Verdict> {
  return onClone('ordinary user', async (clone, person) => {
    const npm = async (...args: string[]) => {
      const began = performance.now();
      const child = clone.spawn(['npm', 'ci', '--ignore-scripts', ...args]);
      child.stdout?.resume();
      child.stderr?.resume();
      return { code: await exitOf(child), took: performance.now() - began };
    };
    const all = await npm();
    const lean = await npm('--omit=dev', '--prefer-offline');
    cpSync(join(root, 'dist'), join(clone.folder, 'dist'), { recursive: true });
    if (person) run('chown', '-R', `${person.uid}:${person.gid}`, clone.folder);
    const product = ['node', 'dist/server/main.js'];
    const started = lean.code === 0 ? await clone.start(product) : null;
    const stop = started ? await clone.end(started, 'SIGTERM') : { took: 0, left: 0 };
    return judge(
      {
        'npm ci s': seconds(all.took),
        'npm ci --omit=dev s': seconds(lean.took),
        'start s': seconds(started?.readyAfter ?? 0),
        'stop s': seconds(stop.took),
      },
      all.code !== 0 && `npm ci ended with ${all.code}`,
      lean.code !== 0 && `npm ci --omit=dev ended with ${lean.code}`,
      stop.left > 0 && `${stop.left} processes are left`,
    );
  });
}

async function onClone(
  place: Place,
  work: (clone: Clone, person: UnixUser) => Promise<Verdict>,
): Promise<Verdict> {
  const base = mkdtempSync(join(tmpdir(), 'clickledger-install-'));
  const person = place === 'ordinary user' ? newPerson() : null;
  chmodSync(base, place === 'root, below 0700' ? 0o700 : 0o755);
  const folder = join(person?.home ?? join(base, 'home'), 'clickledger');
  mkdirSync(join(base, 'home'));
  const clone = cloneTo(folder, person);
  try {
    return await work(clone, person);
  } catch (error) {
    console.error(error);
    throw error;
  } finally {
    await clone.remove();
    rmSync(base, { recursive: true, force: true });
    if (person) removePerson();
  }
}

const personName = 'clickledger-guest';

/** A user for this rig only; null where we are an ordinary user ourselves. */
function newPerson(): UnixUser {
  if (process.getuid?.() !== 0) return null;
  removePerson();
  run('useradd', '--create-home', '--shell', '/bin/sh', personName);
  const [, , uid, gid, , installation = ''] = run('getent', 'passwd', personName).split(':');
  // Where npm needs our settings to reach the registry, the guest needs the same.
  const settings = join(process.env.HOME ?? '', '.npmrc');
  if (existsSync(settings)) {
    cpSync(settings, join(installation, '.npmrc'));
    run('chown', `${uid}:${gid}`, join(installation, '.npmrc'));
  }
  return { uid: Number(uid), gid: Number(gid), home: installation };
}

function removePerson(): void {
  try {
    run('userdel', '--remove', personName);
  } catch {
    // The user did not exist.
  }
}

function run(file: string, ...args: string[]): string {
  return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

async function signIn(url: string, email: string, password: string): Promise<string | null> {
  const answer = await post(url, '/api/v1/auth/token/', { email, password });
  return answer.status === 200 ? JSON.parse(answer.text).token : null;
}

/** How long after the start the dashboard shows revenue of the last week. */
async function untilFigures(url: string, token: string): Promise<number> {
  const began = performance.now();
  const [project] = JSON.parse((await get(url, '/api/v1/projects/', token)).text);
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const query = `affiliate_id=all&project_id=${project.id}&start_date=${day(6)}&end_date=${day(0)}&timezone=UTC`;
  for (;;) {
    const took = performance.now() - began;
    const answer = await get(url, `/api/v1/rc-data/?${query}`, token);
    if (answer.status === 200 && JSON.parse(answer.text).data.server_revenue > 0) return took;
    if (took > firstFigures) return Number.POSITIVE_INFINITY;
    await delay(200);
  }
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);
