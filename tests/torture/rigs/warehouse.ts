import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chanceOf } from '../support/chance.ts';
import { openLedger } from '../support/ledger.ts';
import { untilTaken } from '../support/load.ts';
import { killAll, storesOf } from '../support/processes.ts';
import { type Fault, type Home, newHome } from '../support/product.ts';
import { callerOf, type Outcome } from '../support/sockets.ts';
import { readStores, untilMoved } from '../support/stored.ts';
import { collectPath, letterOf, newTenant, pagePath } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { kills: number; seed: number };

const workers = 4;
/** Accepted events before each kill, and after the last one. */
const enough = 300;

/**
 * The warehouse is killed again and again under load, and some of its inserts get no answer. Collecting continues as if
 * nothing had happened, and in the end every event is there once.
 */
export async function warehouseRig(
  { kills, seed }: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const chance = chanceOf(seed);
  const home = await newHome();
  const ledger = openLedger();
  try {
    const { url } = await home.start('cut-answers', ...faults);
    const { collectKey, pixelKey } = await newTenant(home, { url });
    let isOver = false;
    let acked = 0;
    let refused = 0;
    const worker = async (number: number) => {
      const caller = callerOf(url);
      const isPage = number % 2 === 0;
      for (let request = 0; !isOver; request++) {
        const ids = Array.from({ length: 20 }, (_, index) => `e-${number}-${request}-${index}`);
        const events = ids.map((event_id) => ({ event_name: 'page_view', event_id }));
        const outcome: Outcome = isPage
          ? await caller.call('POST', pagePath, '', letterOf(pixelKey, events))
          : await caller.call('POST', collectPath, collectKey, JSON.stringify({ events }));
        const isTaken = outcome.kind === 'answered' && [202, 204].includes(outcome.status);
        if (isTaken) {
          ledger.acknowledged('events', ids);
          acked += ids.length;
        } else refused += 1;
        await delay(chance.between(0, 20));
      }
      caller.end();
    };
    const underLoad = (before = acked) => untilTaken(() => acked >= before + enough);
    const load = Array.from({ length: workers }, (_, number) => worker(number));
    for (let kill = 0; kill < kills; kill++) {
      await delay(chance.between(150, 700));
      await underLoad();
      await killAll(await warehouseOf(home));
    }
    await delay(300);
    await underLoad();
    isOver = true;
    await Promise.all(load);
    const ended = performance.now();
    await untilMoved(home);
    const caughtUp = performance.now() - ended;
    await killAll(home.family());

    const stored = await readStores(home, ({ counted }) =>
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
    await home.remove();
  }
}

/** The process of the warehouse as soon as it runs again. */
async function warehouseOf({ dataDir }: Home): Promise<number[]> {
  const end = performance.now() + 120_000;
  while (performance.now() < end) {
    const named = numberIn(join(dataDir, 'engine', 'pid'));
    if (named !== null && storesOf(dataDir).includes(named)) return [named];
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
