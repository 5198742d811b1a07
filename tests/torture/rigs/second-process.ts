import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalAll } from '../support/processes.ts';
import {
  createInstallation,
  exitOf,
  type Fault,
  type RunningProduct,
  stopGently,
} from '../support/product.ts';
import { deliver, newTenant } from '../support/tenant.ts';
import { judge, timed, type Verdict } from '../support/verdict.ts';

const timeoutMs = 2_000;

/**
 * A second process on the same data directory, while the first is paused: it has to end at once, with one sentence,
 * without changing a byte. Then the first continues as if nothing had happened.
 */
export async function secondProcessRig(faults: readonly Fault[] = []): Promise<Verdict> {
  const installation = await createInstallation();
  try {
    const first = await installation.start();
    const tenant = await newTenant(installation, first);
    await deliver(first.url, tenant.collectKey, [{ event_name: 'click', visitor_id: 'v' }]);

    const family = installation.processes();
    signalAll(family, 'SIGSTOP');
    const before = await stillFingerprint(installation.dataDir);
    const second = await endOf(installation.spawn(...faults), 60_000);
    const after = fingerprintOf(installation.dataDir);
    signalAll(family, 'SIGCONT');

    const goesOn = await stillWorks(first, tenant.collectKey);
    const changed = differencesOf(before, after);
    const code = await stopGently(first);
    const verdict = judge(
      {
        'exit code': String(second.code),
        ms: Math.round(second.took),
        output: second.output,
        files: before.size,
        changed: changed.length,
      },
      before.size < 100 && 'the directory was next to empty',
      (second.code === 0 || second.code === null) && `the second one ended with ${second.code}`,
      !isOneSentence(second.output, /already running/) && `the second one said: ${second.output}`,
      changed.length > 0 && `the second one changed ${changed.slice(0, 5).join(', ')}`,
      !goesOn && 'the first one does not work any more',
      code !== 0 && 'the first one did not stop with 0',
    );
    return timed(
      verdict,
      second.took > timeoutMs && `the second one took ${Math.round(second.took)} ms to go`,
    );
  } finally {
    await installation.remove();
  }
}

/** A port that is in use: the start fails with one sentence, and the stores that it had started are stopped. */
export async function portInUseRig(): Promise<Verdict> {
  const installation = await createInstallation();
  const other = createServer();
  try {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { code, output } = await endOf(installation.spawnOn(port), 60_000);
    const left = installation.processes().length;
    return judge(
      { 'exit code': String(code), output, 'processes left': left },
      code !== 1 && `it ended with ${code}`,
      !isOneSentence(output, new RegExp(`127\\.0\\.0\\.1:${port} cannot be used`)) &&
        `it said: ${output}`,
      left > 0 && `${left} processes are left`,
    );
  } finally {
    other.close();
    await installation.remove();
  }
}

/** Waits for the end of a process, and kills it when the time is over. */
async function endOf(child: ChildProcess, limit: number) {
  const began = performance.now();
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const late = setTimeout(() => child.kill('SIGKILL'), limit);
  const code = await exitOf(child);
  clearTimeout(late);
  return { code, took: performance.now() - began, output: output.trim() };
}

const isOneSentence = (text: string, about: RegExp): boolean =>
  about.test(text) && !text.includes('\n') && text.endsWith('.');

async function stillWorks({ url }: RunningProduct, key: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`).catch(() => null);
  const event = { event_name: 'click', visitor_id: 'v' };
  return answer?.status === 200 && (await deliver(url, key, [event]));
}

/** A thread in the middle of a write finishes it when its process is paused: polls until nothing changes. */
async function stillFingerprint(folder: string): Promise<Map<string, string>> {
  for (let last = fingerprintOf(folder), looks = 0; ; looks++) {
    await delay(50);
    const next = fingerprintOf(folder);
    if (differencesOf(last, next).length === 0) return next;
    if (looks === 100) throw new Error('The directory changes although everything stands still.');
    last = next;
  }
}

/** The content of a directory: each path with its kind, permissions, owner, times and content. */
function fingerprintOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    ['.', ...entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))]
      .sort()
      .map((path) => [path, fingerprintOfOne(join(folder, path))]),
  );
}

function fingerprintOfOne(path: string): string {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return 'gone meanwhile';
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  const facts = [stat.mode, stat.uid, stat.size, stat.mtimeMs].join(' ');
  if (!stat.isFile()) return facts;
  return `${facts} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}

function differencesOf(before: Map<string, string>, after: Map<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}
