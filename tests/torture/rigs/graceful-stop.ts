import { setTimeout as delay } from 'node:timers/promises';
import { type AcknowledgedEvents, recordAcknowledged } from '../support/acknowledged-events.ts';
import { waitForLoad } from '../support/load.ts';
import { killAll } from '../support/processes.ts';
import {
  createInstallation,
  exitOf,
  type Fault,
  type Installation,
  type RunningProduct,
} from '../support/product.ts';
import { readStores } from '../support/read-stores.ts';
import { type Random, seededRandom } from '../support/seeded-random.ts';
import {
  createCaller,
  halfUpload,
  idleSocket,
  type Outcome,
  openSocket,
} from '../support/sockets.ts';
import { collectPath, newTenant, pagePath, pixelBody, type Tenant } from '../support/tenant.ts';
import { judge, timed, type Verdict } from '../support/verdict.ts';

type Counts = { stops: number; seed: number };

/** From the signal to the end of the process, in milliseconds. */
const timeoutMs = 10_000;
/** The product's limit for an orderly shutdown. */
const hardDeadline = 9_000;
/** The time after which the process counts as never ending. */
const limit = 6 * timeoutMs;
/** Requests that are answered before the signal. */
const enough = 50;

/**
 * SIGTERM under load: senders that continue, senders that respect `/readyz`, half-finished uploads, idle and unused
 * connections.
 */
export async function gracefulStopRig(
  { stops, seed }: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const random = seededRandom(seed);
  const installation = await createInstallation();
  const ledger = recordAcknowledged();
  const all: Stop[] = [];
  try {
    let tenant: Tenant | null = null;
    for (let round = 1; round <= stops; round++) {
      const running = await installation.start(...faults);
      tenant ??= await newTenant(installation, running);
      all.push(
        await stopUnderLoad({ home: installation, running, tenant, ledger, chance: random, round }),
      );
    }
    const early = stops > 1 ? await stopWhileStarting(installation, random) : unharmed;
    await killAll(installation.processes());
    const stored = await readStores(installation, ({ query: counted }) =>
      counted<{ id: string }>('SELECT event_id AS id FROM events'),
    );
    const present = new Set(stored.map(({ id }) => id));
    const acked = ledger.read('events');
    const lost = [...acked].filter((id) => !present.has(id)).length;

    const sum = (count: (stop: Stop) => number) => all.reduce((so, stop) => so + count(stop), 0);
    const inOrder = [early, ...all].filter(({ took }) => took < hardDeadline);
    const resets = inOrder.reduce((so, { cut }) => so + cut, 0);
    const left = inOrder.reduce((so, stop) => so + stop.left, 0);
    const codes = inOrder.map(({ code }) => code);
    const slowest = Math.max(early.took, ...all.map(({ took }) => took));
    const verdict = judge(
      {
        seed,
        stops,
        answered: sum(({ answered }) => answered),
        resets,
        'not taken any more': sum(({ unseen }) => unseen),
        'acked events': acked.size,
        lost,
        'slowest stop ms': Math.round(slowest),
        'processes left': left,
      },
      resets > 0 && `${resets} requests were cut off`,
      codes.some((code) => code !== 0) && `exit codes are ${codes.join(', ')} instead of 0`,
      slowest >= limit && 'a stop did not end',
      all.every(({ took }) => took >= hardDeadline) && 'no stop under load ended in order',
      sum(({ readyAgain }) => readyAgain) > 0 && '/readyz said 200 while the product was stopping',
      lost > 0 && `${lost} acknowledged events are lost`,
      stored.length !== present.size && 'events are there twice',
      left > 0 && `${left} processes are left`,
    );
    return timed(verdict, slowest > timeoutMs && `a stop took ${Math.round(slowest)} ms`);
  } finally {
    ledger.remove();
    await installation.remove();
  }
}

/** The requests of a stop without any load; the exit code of an unfinished start is not checked. */
const unharmed = { took: 0, left: 0, cut: 0, code: 0 };

async function stopWhileStarting(installation: Installation, random: Random) {
  const child = installation.spawn();
  await delay(random.between(200, 1_200));
  const signalled = performance.now();
  child.kill('SIGTERM');
  await Promise.race([exitOf(child), delay(limit)]);
  const took = performance.now() - signalled;
  return { ...unharmed, took, left: installation.processes().length };
}

type Stop = {
  answered: number;
  cut: number;
  unseen: number;
  code: number | null;
  took: number;
  /** How often `/readyz` was 200 after it had reported the shutdown. */
  readyAgain: number;
  left: number;
};

type Scene = {
  home: Installation;
  running: RunningProduct;
  tenant: Tenant;
  ledger: AcknowledgedEvents;
  chance: Random;
  round: number;
};

async function stopUnderLoad({
  home: installation,
  running,
  tenant,
  ledger,
  chance: random,
  round,
}: Scene) {
  const { url } = running;
  const { collectKey, pixelKey, token, projectId } = tenant;
  const result: Stop = {
    answered: 0,
    cut: 0,
    unseen: 0,
    code: null,
    took: 0,
    readyAgain: 0,
    left: 0,
  };
  let signalled = Number.POSITIVE_INFINITY;
  let isReady = true;
  let isStopping = false;
  let isOver = false;
  const since = () => performance.now() - signalled;

  const count = (outcome: Outcome) => {
    result[outcome.kind] += 1;
    return outcome.kind === 'answered';
  };
  /** Every second one is a page's. */
  const batch = (name: string, isPage: boolean) => {
    const ids = [0, 1, 2, 3, 4].map((index) => `e-${round}-${name}-${index}`);
    const events = ids.map((event_id) => ({ event_name: 'page_view', event_id }));
    return isPage
      ? { ids, path: pagePath, body: pixelBody(pixelKey, events), taken: 204 }
      : { ids, path: collectPath, body: JSON.stringify({ events }), taken: 202 };
  };

  const sender = async (name: string, goesOn: () => boolean) => {
    const caller = createCaller(url);
    for (let request = 0; goesOn(); request++) {
      const { ids, path, body, taken } = batch(`${name}-${request}`, request % 2 === 0);
      const outcome = await caller.call('POST', path, collectKey, body);
      if (!count(outcome)) await delay(20);
      else if (outcome.kind === 'answered' && outcome.status === taken)
        ledger.acknowledged('events', ids);
    }
    caller.end();
  };
  const reader = async (goesOn: () => boolean) => {
    const caller = createCaller(url);
    const day = new Date().toISOString().slice(0, 10);
    const path = `/api/v1/rc-data/?affiliate_id=all&project_id=${projectId}&start_date=${day}&end_date=${day}&timezone=UTC`;
    while (goesOn()) if (!count(await caller.call('GET', path, token))) await delay(20);
    caller.end();
  };
  const watch = async () => {
    while (!isOver) {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      isReady = answer?.status === 200;
      if (isReady && isStopping) result.readyAgain += 1;
      if (!isReady && since() > 0) isStopping = true;
      await delay(25);
    }
  };
  const upload = async (number: number) => {
    const { ids, path, body, taken } = batch(`upload-${number}`, number % 2 === 0);
    const half = await halfUpload(url, path, collectKey, body);
    return async () => {
      const status = await half.finish();
      count(status === null ? { kind: 'cut' } : { kind: 'answered', status });
      if (status === taken) ledger.acknowledged('events', ids);
    };
  };

  const load = [
    watch(),
    ...[0, 1, 2, 3].map((number) => sender(`hurried-${number}`, () => !isOver)),
    ...[0, 1, 2, 3].map((number) => sender(`polite-${number}`, () => isReady)),
    reader(() => !isOver),
    reader(() => isReady),
  ];
  const stored = [
    ...(await Promise.all([1, 2, 3, 4].map(() => idleSocket(url)))),
    ...(await Promise.all([1, 2].map(() => openSocket(url)))),
  ];
  await delay(random.between(400, 900));
  await waitForLoad(() => result.answered >= enough);
  const uploads = await Promise.all([0, 1, 2, 3, 4, 5].map(upload));
  const never = batch('never', true);
  const neverFinished = await halfUpload(url, never.path, collectKey, never.body);
  await delay(50);

  signalled = performance.now();
  running.child.kill('SIGTERM');
  const finishing = delay(700).then(() => Promise.all(uploads.map((finish) => finish())));
  result.code = await Promise.race([exitOf(running.child), delay(limit).then(() => null)]);
  result.took = since();
  isOver = true;
  running.child.kill('SIGKILL');
  await Promise.all([...load, finishing]);
  await neverFinished.finish();
  for (const socket of stored) socket.destroy();
  result.left = installation.processes().length;
  return result;
}
