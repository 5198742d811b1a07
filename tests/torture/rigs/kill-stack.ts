import { setTimeout as delay } from 'node:timers/promises';
import { type AcknowledgedEvents, recordAcknowledged } from '../support/acknowledged-events.ts';
import { waitForLoad } from '../support/load.ts';
import { killAll } from '../support/processes.ts';
import {
  createInstallation,
  type Fault,
  type Installation,
  type RunningProduct,
} from '../support/product.ts';
import { type AnalyticsReader, readStores, waitUntilMoved } from '../support/read-stores.ts';
import { type Random, seededRandom } from '../support/seeded-random.ts';
import { deliver, newTenant, post, report, type Tenant } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { kills: number; events: number; commits: number; seed: number };

/**
 * The whole stack is killed under load, again and again: app, engine, database and its workers, by pid and in any
 * order; sometimes while it starts, sometimes the app alone, so that its children are orphans.
 */
export async function killStackRig(
  counts: Counts,
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const random = seededRandom(counts.seed);
  const installation = await createInstallation();
  const ledger = recordAcknowledged();
  const sent: string[][] = [];
  const starts: number[] = [];
  const share = (all: number, round: number) => Math.ceil((all / counts.kills) * round);
  try {
    if (counts.kills > 2) await killWhileStarting(installation, random);
    const acked = { events: 0, commits: 0 };
    let tenant: Tenant | null = null;
    for (let round = 1; round <= counts.kills; round++) {
      const running = await installation.start(...new Set([...faults, ...stretched(round)]));
      tenant ??= await newTenant(installation, running);
      starts.push(running.readyAfter);
      const load = startLoad({ running, tenant, ledger, sent, chance: random, round, acked });
      await load.reached(share(counts.events, round), share(counts.commits, round));
      for (const moment of stretched(round)) await running.outputHas(sign[moment]);
      await delay(random.between(0, 300));
      await killAll(random.shuffled(installation.processes()));
      await load.stop();
      if (round % 5 === 0) await killWhileStarting(installation, random);
      if (round % 5 === 3) await orphan(installation);
    }

    // The batches of the last kill are repeated without the same safeguards.
    if (faults.length > 0) {
      await installation.start(...faults);
      await waitUntilMoved(installation);
      await killAll(installation.processes());
    }
    const found = await readStores(installation, (reading) => compare(reading, ledger, sent));
    return judge(
      {
        seed: counts.seed,
        kills: counts.kills,
        'acked events': acked.events,
        'acked commits': acked.commits,
        lost: found.lostEvents + found.lostCommits,
        duplicated: found.duplicated,
        halves: found.halves,
        'slowest start ms': Math.round(Math.max(...starts)),
      },
      acked.events < counts.events && 'too few events were acknowledged',
      acked.commits < counts.commits && 'too few commits were acknowledged',
      found.lostEvents > 0 && `${found.lostEvents} acknowledged events are lost`,
      found.lostCommits > 0 && `${found.lostCommits} acknowledged commits are lost`,
      found.duplicated > 0 && `${found.duplicated} events are there twice`,
      found.halves > 0 && `${found.halves} halves of transactions are there`,
    );
  } finally {
    ledger.remove();
    await installation.remove();
  }
}

/** The log line that a product writes when a fault holds it at a moment that is usually short. */
const sign = { 'hold-company': 'half a company', 'hold-delete': 'held' };

/** In two of three rounds the product is held at such a moment, so that the kill happens during it. */
const stretched = (round: number): (keyof typeof sign)[] =>
  round % 3 === 1 ? ['hold-company'] : round % 3 === 2 ? ['hold-delete'] : [];

async function killWhileStarting(installation: Installation, random: Random): Promise<void> {
  installation.spawn();
  await delay(random.between(100, 1_800));
  await killAll(random.shuffled(installation.processes()));
}

/** The app alone is killed: the next one finds its database still running. */
async function orphan(installation: Installation): Promise<void> {
  const { pid } = await installation.start();
  await killAll([pid]);
}

type Acked = { events: number; commits: number };

type Load = {
  running: RunningProduct;
  tenant: Tenant;
  ledger: AcknowledgedEvents;
  /** The event ids of every request, answered or not. */
  sent: string[][];
  chance: Random;
  round: number;
  acked: Acked;
};

/** Sends load until the product ends. */
function startLoad({ running, tenant, ledger, sent, chance: random, round, acked }: Load) {
  const { url } = running;
  const { collectKey, pixelKey, token, projectId } = tenant;

  let stopped = false;

  /** Sends one request after the other; a failed one is not repeated. */
  const repeat = async (send: (request: number) => Promise<boolean>) => {
    for (let request = 0; !stopped; request++) if (!(await send(request))) await delay(20);
  };
  const events = async (name: string, isPage: boolean) => {
    const ids = Array.from({ length: random.between(1, 12) }, (_, index) => `e-${name}-${index}`);
    sent.push(ids);
    const created = ids.map(eventOf);
    if (!(await (isPage ? report(url, pixelKey, created) : deliver(url, collectKey, created))))
      return false;
    ledger.acknowledged('events', ids);
    acked.events += ids.length;
    return true;
  };
  const commit = async (kind: 'affiliates' | 'projects', name: string) => {
    const body =
      kind === 'affiliates' ? { aff_id: name, project: projectId, name } : { name: `Shop ${name}` };
    const answer = await post(url, `/api/v1/${kind}/`, body, token).catch(() => null);
    if (answer?.status !== 201) return false;
    ledger.acknowledged(kind, [kind === 'affiliates' ? name : `Shop ${name}`]);
    acked.commits += 1;
    return true;
  };

  const workers = [
    ...[0, 1, 2].map((worker) =>
      repeat((request) => events(`${round}-${worker}-${request}`, worker > 0)),
    ),
    ...[0, 1].flatMap((worker) =>
      (['affiliates', 'projects'] as const).map((kind) =>
        repeat((request) => commit(kind, `${round}-${worker}-${request}`)),
      ),
    ),
  ];
  return {
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all(workers);
    },
    async reached(events: number, commits: number): Promise<void> {
      await waitForLoad(() => acked.events >= events && acked.commits >= commits);
    },
  };
}

const names = ['click', 'page_view', 'purchase'] as const;

function eventOf(event_id: string, index: number): Record<string, unknown> {
  const event_name = names[index % names.length];
  return {
    event_name,
    event_id,
    visitor_id: `v-${index}`,
    affid: '1001',
    ...(event_name === 'purchase' ? { order_id: event_id, value: '12.34', currency: 'USD' } : {}),
  };
}

async function compare(
  { rows, query: counted }: AnalyticsReader,
  ledger: AcknowledgedEvents,
  sent: readonly string[][],
) {
  const stored = new Map(
    (
      await counted<{ id: string; n: string }>(
        'SELECT event_id AS id, count() AS n FROM events GROUP BY event_id',
      )
    ).map(({ id, n }) => [id, Number(n)]),
  );
  const conversions = await counted<{ id: string; n: string }>(
    'SELECT event_id AS id, count() AS n FROM conversions FINAL GROUP BY event_id',
  );
  const affiliates = await namesIn(rows, 'select aff_id as name from affiliates');
  const projects = await namesIn(rows, 'select name from projects');
  const torn = await rows(`
    select from projects
    where not exists (select from master_pixels where project_id = projects.id)
      or not exists (select from memberships where project_id = projects.id)`);
  const tornRequests = sent.filter((ids) => {
    const present = ids.filter((id) => stored.has(id)).length;
    return present !== 0 && present !== ids.length;
  });
  const purchases = sent.flat().filter((id) => isPurchase(id) && stored.has(id));
  return {
    lostEvents:
      without(ledger.read('events'), stored) +
      without(new Set(purchases), new Map(conversions.map(({ id, n }) => [id, n]))),
    lostCommits:
      without(ledger.read('affiliates'), affiliates) + without(ledger.read('projects'), projects),
    duplicated:
      [...stored.values()].filter((times) => times > 1).length +
      conversions.filter(({ n }) => Number(n) > 1).length,
    halves: torn.length + tornRequests.length,
  };
}

const isPurchase = (id: string): boolean =>
  names[Number(id.slice(id.lastIndexOf('-') + 1)) % names.length] === 'purchase';

const without = (wanted: Set<string>, found: { has(id: string): boolean }): number =>
  [...wanted].filter((id) => !found.has(id)).length;

async function namesIn(rows: AnalyticsReader['rows'], sql: string): Promise<Set<string>> {
  return new Set((await rows<{ name: string }>(sql)).map(({ name }) => name));
}
