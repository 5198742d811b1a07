import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { smallDisk } from '#tests/support/small-disk.ts';
import { type AcknowledgedEvents, recordAcknowledged } from '../support/acknowledged-events.ts';
import { killAll, processTree, storeProcesses } from '../support/processes.ts';
import { createInstallation, exitOf, type Fault, type Installation } from '../support/product.ts';
import { readStores, waitUntilMoved } from '../support/read-stores.ts';
import { newTenant, report, type Tenant } from '../support/tenant.ts';
import { judge, timed, type Verdict } from '../support/verdict.ts';

const recovery = 10_000;
/** The time after which the product counts as unrecoverable. */
const limit = 12 * recovery;

/** Why these rigs cannot run here, or null. */
export const tracingMissing = (): string | null =>
  process.getuid?.() !== 0
    ? 'needs root'
    : spawnSync('strace', ['-V']).status !== 0
      ? 'needs strace'
      : null;
export const mountMissing = (): string | null => (process.getuid?.() !== 0 ? 'needs root' : null);

type Counts = { acks: number };

/** Every response to a page follows a write that reached the disk; after a failed write there is no confirmation. */
export async function failedWritesRig(
  { acks }: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const installation = await createInstallation();
  const ledger = recordAcknowledged();
  try {
    const { url } = await installation.start(...faults);
    const tenant = await newTenant(installation, { url });
    const say = sayer(url, tenant, ledger);
    await say();
    await waitUntilMoved(installation);

    const log = join(installation.dataDir, 'strace');
    const syncs = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => /f(data)?sync\(.* = 0/.test(line)).length;
    const tracing = await trace(installation, ['-e', 'trace=fdatasync,fsync', '-o', log]);
    let early = 0;
    for (let ack = 1; ack <= acks; ack++) {
      const before = syncs();
      if ((await say()) && syncs() === before) early += 1;
    }
    const seen = syncs();
    await end(tracing);

    const wounds = ['fdatasync:error=EIO', 'pwrite64:error=ENOSPC', 'pwrite64:retval=50'];
    const recoveries: number[] = [];
    for (const wound of wounds) {
      const wounding = await trace(installation, [
        '-e',
        `inject=${wound}:when=3+`,
        '-o',
        '/dev/null',
      ]);
      for (let tried = 0; tried < acks; tried++) await say();
      await end(wounding);
      recoveries.push(await untilTaken(say));
    }
    await killAll(installation.processes());
    const lost = await lostIn(installation, ledger);
    const slowest = Math.max(...recoveries);
    const verdict = judge(
      {
        acks,
        'syncs seen': seen,
        early,
        'acked events': ledger.read('events').size,
        lost,
        'slowest recovery ms': Math.round(slowest),
      },
      early > 0 && `${early} answers came before anything had reached the disk`,
      lost > 0 && `${lost} acknowledged events are lost`,
      slowest >= limit && 'it did not take events again',
    );
    return timed(
      verdict,
      slowest > recovery && `it took ${Math.round(slowest)} ms to take events again`,
    );
  } finally {
    ledger.remove();
    await installation.remove();
  }
}

/** A disk that is filled to its last byte under load, and freed again. */
export async function fullDiskRig(faults: readonly Fault[] = []): Promise<Verdict> {
  const disk = smallDisk();
  const installation = await createInstallation(disk.path);
  const ledger = recordAcknowledged();
  try {
    const { url } = await installation.start(...faults);
    const tenant = await newTenant(installation, { url });
    const say = sayer(url, tenant, ledger);
    for (let before = 0; before < 50; before++) await say();

    const empty = disk.fill();
    let refused = 0;
    let taken = 0;
    let longest = 0;
    const end = performance.now() + 3_000;
    while (performance.now() < end) {
      const began = performance.now();
      if (await say()) taken += 1;
      else refused += 1;
      longest = Math.max(longest, performance.now() - began);
    }
    empty();
    const recovered = await untilTaken(say);
    await waitUntilMoved(installation);
    await killAll(installation.processes());
    const lost = await lostIn(installation, ledger);
    const verdict = judge(
      {
        'taken while full': taken,
        'refused while full': refused,
        lost,
        'longest answer ms': Math.round(longest),
        'recovery ms': Math.round(recovered),
      },
      refused === 0 && 'the full disk was not felt',
      lost > 0 && `${lost} acknowledged events are lost`,
      recovered >= limit && 'it did not take events again',
    );
    return timed(
      verdict,
      longest > recovery && `an answer took ${Math.round(longest)} ms`,
      recovered > recovery && `it took ${Math.round(recovered)} ms to take events again`,
    );
  } finally {
    ledger.remove();
    await installation.remove();
    disk.remove();
  }
}

/** Reports a few events of a page; true once they are acknowledged. */
function sayer(
  url: string,
  { pixelKey }: Tenant,
  ledger: AcknowledgedEvents,
): () => Promise<boolean> {
  let number = 0;
  return async () => {
    number += 1;
    const ids = [0, 1, 2].map((index) => `e-${number}-${index}`);
    const events = ids.map((event_id) => ({ event_name: 'page_view', event_id }));
    const isTaken = await report(url, pixelKey, events);
    if (isTaken) ledger.acknowledged('events', ids);
    return isTaken;
  };
}

async function untilTaken(say: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < limit) {
    if (await say()) return performance.now() - began;
    await delay(50);
  }
  return performance.now() - began;
}

/** Traces the database and its children. */
async function trace({ dataDir }: Installation, options: readonly string[]): Promise<ChildProcess> {
  const named = Number(
    readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
  );
  if (!storeProcesses(dataDir).includes(named)) throw new Error('The database was not found.');
  const pids = processTree([named]);
  const child = spawn(
    'strace',
    ['-f', '-qq', ...options, ...pids.flatMap((pid) => ['-p', `${pid}`])],
    {
      stdio: 'ignore',
    },
  );
  const isTraced = (pid: number) => {
    try {
      return !/^TracerPid:\s+0$/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      // The process has ended meanwhile.
      return true;
    }
  };
  while (child.exitCode === null && !pids.every(isTraced)) await delay(10);
  return child;
}

async function end(tracing: ChildProcess): Promise<void> {
  tracing.kill('SIGTERM');
  await exitOf(tracing);
}

async function lostIn(installation: Installation, ledger: AcknowledgedEvents): Promise<number> {
  const stored = await readStores(installation, ({ query: counted }) =>
    counted<{ id: string }>('SELECT DISTINCT event_id AS id FROM events'),
  );
  const present = new Set(stored.map(({ id }) => id));
  return [...ledger.read('events')].filter((id) => !present.has(id)).length;
}
