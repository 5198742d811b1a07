import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser, flagUser } from '#server/accounts/users.ts';
import { changeAffiliate, createAffiliate } from '#server/affiliates/repository.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { linkClickId } from '#server/attribution/link-click.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { addMember, createProject } from '#server/projects/repository.ts';
import type { Warehouse } from '#server/warehouse/connect.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import type { Project } from '#tests/support/reference/facts.ts';
import type { Reported } from '#tests/support/reference/reported.ts';
import { silent, startStores } from '#tests/support/stores.ts';
import { linkedPrefix, now, type ProjectSeed } from './random-projects.ts';

export type SeededProject = Project & {
  name: string;
  collectKey: string;
  payouts: ProjectSeed['payouts'];
  affiliates: { id: number; affid: string }[];
};

type Answer = {
  status: number;
  body: unknown;
  /** The event as it was sent. */
  text: string;
  headers: Readonly<Record<string, unknown>>;
};

export type SeededProduct = {
  pool: pg.Pool;
  warehouse: Warehouse;
  projects: SeededProject[];
  /** `owner` owns every project, `partner` sees two affiliates of the first, `debugger` may see all payments. */
  tokens: { owner: string; partner: string; debugger: string };
  report(
    project: SeededProject,
    events: readonly Reported[],
  ): Promise<{ accepted: number; duplicates: number }>;
  flush(): Promise<void>;
  get(url: string, token: string): Promise<Answer>;
  /** The bytes of an answer that is no JSON. */
  file(url: string, token: string): Promise<Buffer>;
  post(
    url: string,
    token: string,
    payload: object,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  patch(url: string, token: string, payload: object): Promise<Answer>;
  /** Posts and gets a file of text. */
  download(url: string, token: string, payload: object): Promise<Omit<Answer, 'body'>>;
  stop(): Promise<void>;
};

/** The whole product with its own stores; the projects are created without events. */
export async function startSeededProduct(
  seeds: readonly ProjectSeed[],
  clock: () => Date = () => now,
): Promise<SeededProduct> {
  const stores = await startStores();
  const { pool, warehouse } = stores;
  const labels = createLabelCache();
  const { forget: onNamed } = labels;
  const mover = startMover({ pool, warehouse, log: silent, now: clock, onNamed });
  const { reader } = warehouse;
  const app = await appOf(
    productModules({ pool, reader, labels, now: clock, onDecision: mover.notifyDecision }),
  );
  const send = async (
    request: {
      method: 'GET' | 'POST' | 'PATCH';
      url: string;
      payload?: object;
      headers?: Record<string, string>;
    },
    token: string,
  ) => {
    const sent = { ...request.headers, authorization: `Token ${token}` };
    const answer = await app.inject({ ...request, headers: sent });
    const { statusCode: status, body: text, headers } = answer;
    return { status, body: answer.json(), text, headers };
  };
  const owner = await createSignedInUser(pool, 'owner');
  const partner = await createSignedInUser(pool, 'partner');
  const inspector = await createSignedInUser(pool, 'inspector');
  await flagUser(pool, inspector.id, { isDebug: true });
  const projects: SeededProject[] = [];
  for (const seed of seeds) projects.push(await seedProject(pool, seed, owner.id));
  const [rich] = projects;
  if (!rich) throw new Error('There is no project to seed.');
  const seen = rich.affiliates.slice(0, 2).map(({ id }) => id);
  await addMember(pool, rich.id, partner.id, 'affiliate', seen);

  for (const { id } of projects) await addMember(pool, id, inspector.id, 'viewer');

  return {
    pool,
    warehouse,
    projects,
    tokens: { owner: owner.token, partner: partner.token, debugger: inspector.token },
    report: (project, events) => report(app, project, events),
    async flush() {
      await mover.flush();
    },
    get: (url, token) => send({ method: 'GET', url }, token),
    async file(url, token) {
      const headers = { authorization: `Token ${token}` };
      return (await app.inject({ url, headers })).rawPayload;
    },
    post: (url, token, payload, headers = {}) =>
      send({ method: 'POST', url, payload, headers }, token),
    patch: (url, token, payload) => send({ method: 'PATCH', url, payload }, token),
    async download(url, token, payload) {
      const headers = { authorization: `Token ${token}` };
      const answer = await app.inject({ method: 'POST', url, payload, headers });
      return { status: answer.statusCode, text: answer.body, headers: answer.headers };
    },
    async stop() {
      await app.close();
      await mover.stop();
      await stores.stop();
    },
  };
}

async function createSignedInUser(pool: pg.Pool, name: string) {
  const hasher = { ...createHasher(), hash: async () => 'nobody logs in here' };
  const user = await createUser(pool, hasher, {
    email: `${name}@agreement.test`,
    password: '',
    firstName: name,
  });
  const token = await openSession(pool, user.id, { now, userAgent: 'agreement' });
  return { id: user.id, token };
}

async function seedProject(
  pool: pg.Pool,
  seed: ProjectSeed,
  owner: number,
): Promise<SeededProject> {
  const { requests: _, ...facts } = seed;
  const { name, timezone, currency, terms, rates, payouts } = facts;
  const { project, collectKey } = await createProject(pool, {
    name,
    timezone,
    currency,
    createdBy: owner,
  });
  const affiliates = [];
  for (const [affid, [first, ...later]] of Object.entries(terms)) {
    const id = await createAffiliate(pool, {
      projectId: project.id,
      affId: affid,
      name: `Partner ${affid}`,
      ...(first ? { payout: { type: first.type, value: Number(first.value) } } : {}),
    });
    for (const { from, type, value } of later) {
      await changeAffiliate(pool, id, { payout: { type, value: Number(value) } }, new Date(from));
    }
    for (const { amount, at } of payouts.filter((seed) => seed.affid === affid)) {
      await pool.query(
        `insert into payouts (affiliate_id, reference, amount, currency, paid_at)
         values ($1, $3::text, $2, $4, $3::timestamptz)`,
        [id, amount, at, currency],
      );
    }
    affiliates.push({ id, affid });
  }
  for (const rate of rates) {
    await pool.query(
      `insert into exchange_rates (base, currency, valid_from, rate) values ($1, $2, $3, $4)`,
      [currency, rate.currency, rate.from, rate.rate],
    );
  }
  return { ...facts, id: project.id, collectKey, affiliates };
}

/** Replaces the name of a tracking link's click in the seed by its real id. */
function named(event: Reported, project: number): Reported {
  if (!('click_id' in event) || !event.click_id?.startsWith(linkedPrefix)) return event;
  const own = hash('sha256', event.click_id, 'buffer').subarray(0, 10);
  return { ...event, click_id: linkClickId(project, own) };
}

async function report(
  app: FastifyInstance,
  { id, collectKey }: SeededProject,
  events: readonly Reported[],
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/collect/server/?backfill=1',
    headers: { authorization: `Token ${collectKey}` },
    payload: { events: events.map((event) => named(event, id)) },
  });
  const { accepted, duplicates, rejected } = answer.json();
  if (answer.statusCode !== 202 || rejected.length > 0) {
    throw new Error(`The collector refused: ${answer.body.slice(0, 500)}`);
  }
  return { accepted, duplicates };
}
