import { firstCommandRig, places, realInstallRig, skipReason } from './install.ts';
import { failedWritesRig, fullDiskRig, mountMissing, tracingMissing } from './rigs/disk-faults.ts';
import { duplicateDeliveriesRig } from './rigs/duplicate-deliveries.ts';
import { gracefulStopRig } from './rigs/graceful-stop.ts';
import { killStackRig } from './rigs/kill-stack.ts';
import { killWarehouseRig } from './rigs/kill-warehouse.ts';
import { killedShipsRig } from './rigs/killed-ships.ts';
import { latestSelectionRig } from './rigs/latest-selection.ts';
import { overloadRig } from './rigs/overload.ts';
import { bundleRig, lockfileRig } from './rigs/packages.ts';
import { portInUseRig, secondProcessRig } from './rigs/second-process.ts';
import { slowSendersRig } from './rigs/slow-senders.ts';
import { sameVariantRig } from './rigs/split-assignments.ts';
import {
  brokenSplitRig,
  falseShipsRig,
  foundRig,
  sharesRig,
  unevenAssign,
} from './rigs/split-tests.ts';
import { userEnumerationRig } from './rigs/user-enumeration.ts';
import { buildProduct, type Fault } from './support/product.ts';
import type { Verdict } from './support/verdict.ts';

/** The rigs of the tests, in full counts, each with its safeguards removed one after the other. */
type Rig = {
  name: string;
  skipped?: string | null;
  run(): Verdict | Promise<Verdict>;
  without?: Record<string, () => Verdict | Promise<Verdict>>;
};

const seed = Number(process.env.TORTURE_SEED ?? Date.now() % 1_000_000);
const few = { kills: 2, events: 100, commits: 10, seed };
const small = { deliveries: 2_000, perRequest: 50, crashes: 1, seed };
const withoutFaults =
  <Counts>(rig: (counts: Counts, faults: Fault[]) => Promise<Verdict>, counts: Counts) =>
  (...faults: Fault[]) =>
  () =>
    rig(counts, faults);
const kill = withoutFaults(killStackRig, few);
const deliver = withoutFaults(duplicateDeliveriesRig, small);
const stop = withoutFaults(gracefulStopRig, { stops: 1, seed });

const rigs: Rig[] = [
  {
    name: 'M2 kill -9 of the whole stack',
    run: () => killStackRig({ kills: 25, events: 10_000, commits: 1_000, seed }),
    without: {
      'answers after the commit': kill('ack-early'),
      transactions: kill('no-transactions'),
      'dedup tokens': kill('no-tokens'),
    },
  },
  {
    name: 'M3 answers behind writes, disk faults',
    skipped: tracingMissing(),
    run: () => failedWritesRig({ acks: 50 }),
    without: { 'answers after the commit': () => failedWritesRig({ acks: 5 }, ['ack-early']) },
  },
  {
    name: 'M4 deliveries, 30 % twice, crashes',
    run: () => duplicateDeliveriesRig({ deliveries: 100_000, perRequest: 200, crashes: 3, seed }),
    without: {
      'dedup tokens': deliver('no-tokens'),
      'the delivery ids': deliver('forget-deliveries'),
    },
  },
  {
    name: 'M5 second process on one directory',
    run: () => secondProcessRig(),
    without: { 'the lock': () => secondProcessRig(['ignored-lock']) },
  },
  { name: 'M5 port in use', run: portInUseRig },
  {
    name: 'M6 SIGTERM under load',
    run: () => gracefulStopRig({ stops: 5, seed }),
    without: {
      'the end of requests': stop('cut-sockets'),
      'a shutdown': stop('ack-early', 'exit-at-once'),
    },
  },
  {
    name: 'warehouse killed under load',
    run: () => killWarehouseRig({ kills: 50, seed }),
    without: { 'dedup tokens': () => killWarehouseRig({ kills: 2, seed }, ['no-tokens']) },
  },
  {
    name: 'three times too much',
    run: () => overloadRig({ seconds: 10, goodput: 0.8 }),
    without: {
      'refusing what is too much': () =>
        overloadRig({ seconds: 10, goodput: 0.8 }, ['no-http-limits']),
    },
  },
  {
    name: 'a thousand slow senders',
    run: () => slowSendersRig({ sockets: 1_000, within: 200 }),
    without: {
      'limits of time': () => slowSendersRig({ sockets: 50, within: 200 }, ['no-timeouts']),
    },
  },
  {
    name: 'M7 full disk',
    skipped: mountMissing(),
    run: () => fullDiskRig(),
    without: { 'answers after the commit': () => fullDiskRig(['ack-early']) },
  },
  {
    name: 'M11 strangers learn nothing',
    run: () => userEnumerationRig({ samples: 500 }),
    without: { 'the dummy hash': () => userEnumerationRig({ samples: 100 }, ['no-dummy-hash']) },
  },
  {
    name: 'M15 latest selection wins',
    run: () => latestSelectionRig({ runs: 2_000, seed }),
    without: { 'the end of requests': () => latestSelectionRig({ runs: 20, seed }, ['mixed-up']) },
  },
  {
    name: 'equal variants are not shipped',
    run: () => falseShipsRig({ tests: 20_000, seed }),
    without: {
      'anytime-valid bounds': () => falseShipsRig({ tests: 1_000, seed }, { hasFixedBounds: true }),
    },
  },
  {
    name: 'better variants are found',
    run: () => foundRig({ tests: 2_000, seed }),
    without: { 'the size': () => foundRig({ tests: 200, seed }, { sizedFor: 0.5 }) },
  },
  {
    name: 'broken splits are found',
    run: () => brokenSplitRig({ tests: 1_000, seed }),
    without: {
      'the lost exposures': () => brokenSplitRig({ tests: 20, seed }, { lossFound: false }),
    },
  },
  {
    name: 'units are split by the weights',
    run: () => sharesRig({ units: 1_000_000 }),
    without: { 'the hash': () => sharesRig({ units: 20_000 }, unevenAssign) },
  },
  {
    name: 'a unit keeps its variant',
    run: () => sameVariantRig({ units: 1_000, seed }),
    without: { 'the seed': () => sameVariantRig({ units: 20, seed }, { keepsSeed: false }) },
  },
  {
    name: 'ships survive kill -9',
    run: () => killedShipsRig({ kills: 30, seed }),
    without: {
      transactions: () => killedShipsRig({ kills: 3, seed }, { hasTransactions: false }),
    },
  },
  { name: 'M20 lockfile', run: () => lockfileRig() },
  { name: 'M20 bundle', run: () => bundleRig() },
  { name: 'M20 real install', run: realInstallRig },
  ...places.map((place) => ({
    name: `npm start on a clean clone: ${place}`,
    skipped: skipReason(place),
    run: () => firstCommandRig(place),
  })),
];

const wanted = process.argv.slice(2);
const chosen = rigs.filter(({ name }) =>
  wanted.length === 0 ? true : wanted.some((word) => name.includes(word)),
);
const lines: string[][] = [];
const failures: string[] = [];

buildProduct();
console.log(`Seed ${seed} (TORTURE_SEED repeats it).`);
for (const rig of chosen) {
  if (rig.skipped) {
    lines.push([rig.name, `skipped: ${rig.skipped}`, '', '']);
    continue;
  }
  const { verdict, took } = await measured(rig.run);
  const missed = [...verdict.broken, ...verdict.late];
  const held = missed.length === 0;
  failures.push(...missed.map((sentence) => `${rig.name}: ${sentence}`));
  const figures = Object.entries(verdict.measured)
    .filter(([name]) => name !== 'seed')
    .map(([name, value]) => `${name} ${value}`);
  report([rig.name, held ? 'held' : 'BROKEN', took, figures.join(', ')]);
  for (const [safeguard, run] of Object.entries(rig.without ?? {})) {
    const red = await measured(run);
    const findings = [...red.verdict.broken, ...red.verdict.late];
    const found = findings.length > 0 && !red.threw;
    if (!found) failures.push(`${rig.name}: does not notice the loss of ${safeguard}`);
    const first = findings[0] ?? 'nothing';
    report([`   without ${safeguard}`, found ? 'found' : 'MISSED', red.took, first]);
  }
}

console.log(`\n${table(lines)}\n`);
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

function report(line: string[]): void {
  lines.push(line);
  console.log(line.join(' · '));
}

/** A rig that throws has neither passed nor found a fault. */
async function measured(run: () => Verdict | Promise<Verdict>) {
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(0)} s`;
  try {
    return { verdict: await run(), threw: false, took: took() };
  } catch (error) {
    const broken = [error instanceof Error ? error.message : String(error)];
    return { verdict: { measured: {}, broken, late: [] }, threw: true, took: took() };
  }
}

function table(rows: readonly string[][]): string {
  const all = [['rig', 'result', 'took', 'measured'], ...rows];
  const width = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all
    .map((row) => row.map((cell, column) => (column < 3 ? cell.padEnd(width(column)) : cell)))
    .map((row) => row.join('  ').trimEnd())
    .join('\n');
}
