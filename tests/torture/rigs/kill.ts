import { setTimeout as delay } from 'node:timers/promises';
import { type Chance, chanceOf } from '../support/chance.ts';
import { type Ledger, openLedger } from '../support/ledger.ts';
import { familyOf, killAll } from '../support/processes.ts';
import { type Fault, type Home, newHome, type Running, stopGently } from '../support/product.ts';
import { type Reading, readStores, untilMoved } from '../support/stored.ts';
import { deliver, newTenant, post, type Tenant } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { kills: number; events: number; commits: number; seed: number };

/**
 * The whole stack is killed under load, again and again: app, engine, database and its workers, by pid and in any
 * order; now and then while it starts, now and then the app alone, so that its children are orphans.
 */
export async function killRig(counts: Counts, faults: readonly Fault[] = []): Promise<Verdict> {
  const chance = chanceOf(counts.seed);
  const home = await newHome();
  const ledger = openLedger();
  const sent: string[][] = [];
  const starts: number[] = [];
  try {
    await killWhileStarting(home, chance);
    const first = await home.start();
    const tenant = await newTenant(home, first);
    await stopGently(first);

    let acked = { events: 0, commits: 0 };
    let kills = 1;
    while (kills < counts.kills || acked.events < counts.events || acked.commits < counts.commits) {
      if (kills > counts.kills * 2 + 10) break;
      const running = await home.start(...faults);
      starts.push(running.readyAfter);
      const load = startLoad({ running, tenant, ledger, sent, chance, round: kills });
      await delay(chance.between(250, 950));
      const isOrphaning = kills % 6 === 5;
      const victims = isOrphaning ? familyOf([running.pid]).slice(0, 1) : home.family();
      await killAll(chance.shuffled(victims));
      acked = sum(acked, await load.ended);
      kills += 1;
      if (kills % 8 === 7) {
        await killWhileStarting(home, chance);
        kills += 1;
      }
    }

    const last = await home.start();
    await untilMoved(home);
    await stopGently(last);
    const found = await readStores(home, (reading) => compare(reading, ledger, sent));
    return judge(
      {
        seed: counts.seed,
        kills,
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
    await home.remove();
  }
}

async function killWhileStarting(home: Home, chance: Chance): Promise<void> {
  home.spawn();
  await delay(chance.between(100, 1_800));
  await killAll(chance.shuffled(home.family()));
}

type Acked = { events: number; commits: number };

const sum = (a: Acked, b: Acked): Acked => ({
  events: a.events + b.events,
  commits: a.commits + b.commits,
});

type Load = {
  running: Running;
  tenant: Tenant;
  ledger: Ledger;
  /** The event ids of every request, whether it was answered or not. */
  sent: string[][];
  chance: Chance;
  round: number;
};

/** Loads until the product goes away. */
function startLoad({ running, tenant, ledger, sent, chance, round }: Load): {
  ended: Promise<Acked>;
} {
  const { url } = running;
  const { collectKey, token, projectId } = tenant;
  const acked = { events: 0, commits: 0 };

  const events = async (worker: number) => {
    for (let request = 0; ; request++) {
      const ids = Array.from(
        { length: chance.between(1, 12) },
        (_, index) => `e-${round}-${worker}-${request}-${index}`,
      );
      sent.push(ids);
      if (!(await deliver(url, collectKey, ids.map(eventOf)))) return;
      ledger.acknowledged('events', ids);
      acked.events += ids.length;
    }
  };
  const affiliates = async (worker: number) => {
    for (let request = 0; ; request++) {
      const aff_id = `a-${round}-${worker}-${request}`;
      const body = { aff_id, project: projectId, name: aff_id };
      const answer = await post(url, '/api/v1/affiliates/', body, token).catch(() => null);
      if (answer?.status !== 201) return;
      ledger.acknowledged('affiliates', [aff_id]);
      acked.commits += 1;
    }
  };
  const projects = async (worker: number) => {
    for (let request = 0; ; request++) {
      const name = `Shop ${round} ${worker} ${request}`;
      const answer = await post(url, '/api/v1/projects/', { name }, token).catch(() => null);
      if (answer?.status !== 201) return;
      ledger.acknowledged('projects', [name]);
      acked.commits += 1;
    }
  };

  const workers = [0, 1, 2].map(events);
  const ended = Promise.all([...workers, affiliates(0), affiliates(1), projects(0), projects(1)]);
  return { ended: ended.then(() => acked) };
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

async function compare({ rows, counted }: Reading, ledger: Ledger, sent: readonly string[][]) {
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

async function namesIn(rows: Reading['rows'], sql: string): Promise<Set<string>> {
  return new Set((await rows<{ name: string }>(sql)).map(({ name }) => name));
}
