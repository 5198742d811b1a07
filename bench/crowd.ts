import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { addMember } from '#server/projects/repository.ts';
import { addressesOf, type Call, calls, type Span } from './calls.ts';
import { openConnection } from './connection.ts';
import { eventsRequest } from './ingest.ts';
import type { Place } from './prepare.ts';

/** The time until the last panel, and the number of panels that were refused. */
export type Opened = { took: number; refused: number };
export type CrowdVisit = { people: number; span: Span; areSame: boolean; isBusy: boolean };

/** The panels of a dashboard that is opened. */
const panels = new Set([
  'rc-data',
  'cc-data',
  'rc-chart-data',
  'clicks',
  'rc-table-data campaigns',
  'revenue-date-range',
  'revenue-last-year',
  'rc-payment-data',
  'country-breakdown',
  'states-breakdown',
  'funnel-analysis-data',
]);
/** A browser opens this many connections to one server. */
const connections = 6;
const perSecond = 1_000;
const batch = 20;

/** Users of their own who see all of the project, each with a token. */
export async function gather(pool: pg.Pool, { projectId }: Place, many: number): Promise<string[]> {
  const hasher = createHasher();
  const tokens: string[] = [];
  for (let number = 0; number < many; number += 1) {
    const email = `person-${number}@clickledger.test`;
    const user = await createUser(pool, hasher, { email, password: 'only for measuring' });
    await addMember(pool, projectId, user.id, 'owner');
    tokens.push(await openSession(pool, user.id, { now: new Date(), userAgent: 'bench' }));
  }
  return tokens;
}

type Crowd = { url: string; port: number; place: Place; tokens: readonly string[] };

/** What each person saw, when all of them open the dashboard at once. */
export async function openAtOnce(
  { url, port, place, tokens }: Crowd,
  { people, span, areSame, isBusy }: CrowdVisit,
  rounds: number,
): Promise<Opened[]> {
  const setting = { place, span, now: new Date() };
  const shown = calls.filter(({ name }) => panels.has(name));
  const load = isBusy ? sendSteadily(port, place.collectKey) : null;
  const opened: Opened[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      await forgetAnswers(port, place.collectKey);
      const openings = tokens.slice(0, people).map((token, person) => {
        const turn = round * people + (areSame ? 0 : person);
        const addresses = shown.map((call) => addressOf(call, setting, turn, areSame));
        return openDashboard(url, token, addresses);
      });
      opened.push(...(await Promise.all(openings)));
    }
  } finally {
    await load?.stop();
  }
  return opened;
}

/** One question is that of a dashboard without any choice; different ones differ in filters, zone and days. */
function addressOf(
  call: Call,
  setting: Parameters<typeof addressesOf>[1],
  turn: number,
  isDefault: boolean,
): string {
  const [address = ''] = addressesOf(call, setting, turn + 1).slice(-1);
  if (!isDefault) return address;
  const asked = new URL(address, 'http://bench');
  const keep = ['project_id', 'start_date', 'end_date', 'group_by'];
  const query = new URLSearchParams({ affiliate_id: 'all', timezone: 'UTC' });
  for (const name of keep) {
    const value = asked.searchParams.get(name);
    if (value !== null) query.set(name, value);
  }
  return `${asked.pathname}?${query}`;
}

async function openDashboard(
  url: string,
  token: string,
  addresses: readonly string[],
): Promise<Opened> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  const answered = await Promise.all(
    addresses.map((address) => isAnswered(url + address, token, agent)),
  );
  const took = performance.now() - began;
  agent.destroy();
  return { took, refused: answered.filter((isOne) => !isOne).length };
}

/** Whether the call was answered; the server refuses what it cannot compute. */
function isAnswered(address: string, token: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = get(address, { agent, headers: { authorization: `Token ${token}` } });
    request.on('error', reject);
    request.on('response', (answer) => {
      answer.on('error', reject).on('end', () => {
        resolve(answer.statusCode === 200);
      });
      answer.resume();
    });
  });
}

/** An event moves the figures, so that each round computes them anew. */
async function forgetAnswers(port: number, key: string): Promise<void> {
  const connection = await openConnection(port);
  await connection.send(eventsRequest(key, 1)());
  connection.close();
  await delay(1_500);
}

/** Sends a thousand events a second beside the crowd. */
function sendSteadily(port: number, key: string): { stop(): Promise<void> } {
  let isOver = false;
  const request = eventsRequest(key, batch);
  const sending = (async () => {
    const connection = await openConnection(port);
    const began = performance.now();
    for (let sent = 0; !isOver; sent += batch) {
      const ahead = (sent / perSecond) * 1_000 - (performance.now() - began);
      if (ahead > 0) await delay(ahead);
      await connection.send(request());
    }
    connection.close();
  })();
  return {
    async stop() {
      isOver = true;
      await sending;
    },
  };
}
