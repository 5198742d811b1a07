import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { recordAcknowledged } from '../support/acknowledged-events.ts';
import { waitForLoad } from '../support/load.ts';
import { killAll, storeProcesses } from '../support/processes.ts';
import { createInstallation, type Fault, type Installation } from '../support/product.ts';
import { readStores, waitUntilMoved } from '../support/read-stores.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { createCaller, type Outcome } from '../support/sockets.ts';
import { collectPath, newTenant, pagePath, pixelBody } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { kills: number; seed: number };

const workers = 4;
/** Accepted events before each kill, and after the last one. */
const enough = 300;

/**
 * The warehouse is killed again and again under load, and some of its inserts get no answer. Collecting continues as if
 * nothing had happened, and in the end every event is there once.
 */
export async function killWarehouseRig(
  { kills, seed }: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const random = seededRandom(seed);
  const installation = await createInstallation();
  const ledger = recordAcknowledged();
  try {
    const { url, outputHas } = await installation.start('cut-answers', ...faults);
    const { collectKey, pixelKey } = await newTenant(installation, { url });
    let isOver = false;
    let acked = 0;
    let refused = 0;
    const worker = async (number: number) => {
      const caller = createCaller(url);
      const isPage = number % 2 === 0;
      for (let request = 0; !isOver; request++) {
        const ids = Array.from({ length: 20 }, (_, index) => `e-${number}-${request}-${index}`);
        const events = ids.map((event_id) => ({ event_name: 'page_view', event_id }));
        const outcome: Outcome = isPage
          ? await caller.call('POST', pagePath, '', pixelBody(pixelKey, events))
          : await caller.call('POST', collectPath, collectKey, JSON.stringify({ events }));
        const isTaken = outcome.kind === 'answered' && [202, 204].includes(outcome.status);
        if (isTaken) {
          ledger.acknowledged('events', ids);
          acked += ids.length;
        } else refused += 1;
        await delay(random.between(0, 20));
      }
      caller.end();
    };
    const underLoad = (before = acked) => waitForLoad(() => acked >= before + enough);
    const load = Array.from({ length: workers }, (_, number) => worker(number));
    // A kill may prevent the fault.
    if (faults.includes('no-tokens')) await outputHas('events are doubled');
    for (let kill = 0; kill < kills; kill++) {
      await delay(random.between(150, 700));
      await underLoad();
      await killAll(await warehouseOf(installation));
    }
    await delay(300);
    await underLoad();
    isOver = true;
    await Promise.all(load);
    const ended = performance.now();
    await waitUntilMoved(installation);
    const caughtUp = performance.now() - ended;
    await killAll(installation.processes());

    const stored = await readStores(installation, ({ query: counted }) =>
      counted<{ id: string; n: string }>(
        'SELECT event_id AS id, count() AS n FROM events GROUP BY event_id',
      ),
    );
    const times = new Map(stored.map(({ id, n }) => [id, Number(n)]));
    const taken = ledger.read('events');
    const lost = [...taken].filter((id) => !times.has(id)).length;
    const doubled = [...times.values()].filter((count) => count > 1).length;
    return judge(
      {
        seed,
        kills,
        'acked events': taken.size,
        refused,
        lost,
        doubled,
        'caught up ms': Math.round(caughtUp),
      },
      refused > 0 && `${refused} requests were refused while the warehouse was away`,
      lost > 0 && `${lost} acknowledged events are lost`,
      doubled > 0 && `${doubled} events are there twice`,
    );
  } finally {
    ledger.remove();
    await installation.remove();
  }
}

/** The process of the warehouse as soon as it runs again. */
async function warehouseOf({ dataDir }: Installation): Promise<number[]> {
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    const named = numberIn(join(dataDir, 'engine', 'pid'));
    if (named !== null && storeProcesses(dataDir).includes(named)) return [named];
    await delay(10);
  }
  throw new Error('The warehouse did not come back.');
}

function numberIn(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0]) || null;
  } catch {
    return null;
  }
}
