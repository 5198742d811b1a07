import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createProject } from '#server/projects/repository.ts';
import { variantOf } from '#server/split-clicks/assign.ts';
import { startTwo, type TwoProcesses } from '../../../bench/outer-stores.ts';
import { type AddedTest, addTest } from '../../server/split-tests/tests.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { browser, get, owner } from '../support/tenant.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { units: number; seed: number };
type Served = { two: TwoProcesses; test: AddedTest; pixelKey: string; token: string };

const unlimited = { COLLECT_RATE_NETWORK: '1000000', COLLECT_RATE_PIXEL: '1000000' };
const atOnce = 8;
const trafficPct = 80;
const weights = [3_000, 7_000];

/**
 * Asks two processes over one database for the variants of the same units, by the link, as a page does, and by the
 * call, then again after one was restarted: each unit always gets the same.
 */
export async function sameVariantRig(
  { units, seed }: Counts,
  { keepsSeed = true } = {},
): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-torture-'));
  // Root runs the database as another user, who has to reach it.
  await chmod(folder, 0o711);
  let two: TwoProcesses | null = null;
  try {
    two = await startTwo(folder, unlimited);
    const served = await serve(two);
    const { between } = seededRandom(seed);
    const ids = Array.from({ length: units }, () => `visitor-${between(0, 1_000_000_000)}`);
    const given = new Map<string, Set<string>>();
    const ask = async () => {
      for (const { url } of served.two.servers) await askAll(served, url, ids, given);
    };
    await ask();
    const { pool } = two;
    if (!keepsSeed) await pool.query(`update split_tests set seed = 'another'`);
    await two.restart();
    await ask();
    const torn = ids.filter((id) => (given.get(id)?.size ?? 0) !== 1);
    const all = ids.map((id) => [...(given.get(id) ?? [])].join(' and '));
    const [inB, outside] = ['B', 'none'].map((key) => all.filter((one) => one === key).length);
    return judge(
      { seed, units, 'answers of each': 12, 'in B': inB ?? 0, 'in none': outside ?? 0 },
      torn.length > 0 &&
        `${torn.length} units were given ${given.get(torn[0] ?? '')?.size} variants`,
      inB === 0 && 'no unit was in B',
      outside === 0 && 'every unit took part',
    );
  } finally {
    await two?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function serve(two: TwoProcesses): Promise<Served> {
  const { pool } = two;
  const user = await createUser(pool, createHasher(), owner);
  const token = await openSession(pool, user.id, { now: new Date(), userAgent: 'rig' });
  const { project } = await createProject(pool, { name: 'Torture', createdBy: user.id });
  const test = await addTest(pool, { projectId: project.id, weights, trafficPct });
  const { rows } = await pool.query<{ key: string }>(
    'select public_key as key from master_pixels where project_id = $1 and is_primary',
    [project.id],
  );
  return { two, test, token, pixelKey: rows[0]?.key ?? '' };
}

/** Adds what each way of asking says about each unit; `none` of those who take no part. */
async function askAll(
  { test, pixelKey, token }: Served,
  url: string,
  ids: readonly string[],
  given: Map<string, Set<string>>,
): Promise<void> {
  const halves = ['A', 'B'].map((key, at) => ({ key, weightBp: weights[at] ?? 0 }));
  const waiting = [...ids];
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const link = `${url}/t/x/${test.slug}/?k=${pixelKey}&visitor_id=${id}`;
      const headers = { 'user-agent': browser };
      const led = await fetch(link, { redirect: 'manual', headers });
      const page = await fetch(`${link}&format=json`, { headers });
      const path = `/api/v1/split-tests/${test.id}/assignments/?unit_id=${id}`;
      const call = JSON.parse((await get(url, path, token)).text);
      const { variant, phase }: { variant: string; phase: number | null } = await page.json();
      const inLink = new URL(led.headers.get('location') ?? '').searchParams.get('v');
      const isIn = variantOf(id, { seed: test.seed, trafficPct, weights: halves }) !== null;
      const said = given.get(id) ?? new Set();
      // Who takes no part is led to the control.
      said.add(isIn || inLink !== 'A' ? `${inLink}` : 'none');
      said.add(phase === null && variant === 'A' ? 'none' : variant);
      said.add(call.variant ?? 'none');
      if (call.first) said.add(call.first.variant);
      given.set(id, said);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
