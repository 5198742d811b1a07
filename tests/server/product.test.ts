import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { analyticsTokens } from '#server/analytics/cube/token.ts';
import { parseEnv } from '#server/platform/env.ts';
import { projectRoot } from '#server/platform/project-root.ts';
import { createProject } from '#server/projects/repository.ts';
import { type Product, startProduct } from '#server/start-product.ts';
import { silent } from '#tests/support/stores.ts';
import { type Partner, startPartner } from './event-pixels/partner.ts';

const day = '2026-11-20';
const noon = new Date(`${day}T12:00:00.000Z`);

const analyticsKey = 'one key for all processes, and for Cube';

let folder: string;
let product: Product;
let partner: Partner;
let pool: pg.Pool;

beforeAll(async () => {
  partner = await startPartner();
  folder = await mkdtemp(join(tmpdir(), 'clickledger-product-'));
  product = await startProduct({
    env: parseEnv({
      DATA_DIR: folder,
      PORT: '0',
      DEMO: '0',
      PIXEL_ALLOW_HOSTS: partner.host,
      ANALYTICS_SECRET_KEY: analyticsKey,
    }),
    log: silent,
    now: () => noon,
    pages: null,
  });
  pool = new pg.Pool({ connectionString: product.databaseUrl });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool?.end();
  await product?.stop();
  await partner?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function newOwner() {
  const email = `${crypto.randomUUID()}@acme.test`;
  const user = await createUser(pool, createHasher(), { email, password: 'correct horse battery' });
  const token = await openSession(pool, user.id, { now: noon, userAgent: 'test' });
  const { project, collectKey } = await createProject(pool, { name: 'Acme', createdBy: user.id });
  return { id: user.id, token, project, collectKey };
}

it('a new installation sells nothing, and lets one person sign up, who runs it', async () => {
  const config = async () => {
    const script = await (await fetch(`${product.address}/conf.js`)).text();
    return JSON.parse(script.replace(/^window\.__CONF__ = /, '').replace(/;\n$/, ''));
  };
  const signUp = (email: string) =>
    fetch(`${product.address}/api/v1/registration/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email,
        password: 'correct horse battery',
        first_name: 'Ana',
        last_name: 'Ruiz',
      }),
    });
  expect(product.greeting).toContain(
    `Create the first account, which becomes superuser: ${product.address}/sign-up`,
  );
  expect(await config()).toMatchObject({ billing: 'off', sign_up: true });
  const first = await (await signUp('operator@acme.test')).json();
  expect(first).toMatchObject({ is_superuser: true, state: 'company' });
  expect(await config()).toMatchObject({ sign_up: false });
  expect((await signUp('stranger@acme.test')).status).toBe(403);
});

it('its pixel snippets load from its own address', async () => {
  const { token, project } = await newOwner();
  const answer = await fetch(`${product.address}/api/v1/events/?project__slug=${project.slug}`, {
    headers: { authorization: `Token ${token}` },
  });
  const [pixel] = await answer.json();
  expect(pixel.master_pixel).toContain(`src="${product.address}/t/px.js"`);
});

it('an analytics token of another process with the same key is valid, and no other one', async () => {
  const { id: user, project } = await newOwner();
  const statusFor = async (key: string) => {
    const projects = [{ id: project.id, currency: 'USD', affids: null }];
    const { token } = await analyticsTokens(key, () => noon).issue({ user, projects });
    const query = JSON.stringify({ measures: ['pixel_summary.clicks'] });
    const answer = await fetch(`${product.address}/cubejs-api/v1/load?query=${query}`, {
      headers: { authorization: token },
    });
    return answer.status;
  };
  expect(await statusFor(analyticsKey)).toBe(200);
  expect(await statusFor('a key of a directory of its own')).toBe(403);
});

it('a partner is called for the conversions of its affiliate', async () => {
  const { token, project, collectKey } = await newOwner();
  const send = async (path: string, credential: string, body: object) => {
    const answer = await fetch(`${product.address}/api/v1/${path}/`, {
      method: 'POST',
      headers: { authorization: `Token ${credential}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const { rows } = await pool.query<{ id: number }>(
    'select id from master_pixels where project_id = $1 and is_primary',
    [project.id],
  );
  const affiliate = await send('affiliates', token, {
    aff_id: '1001',
    project: project.id,
    name: 'Ana',
  });
  const pixel = await send('pixels', token, {
    affiliate: affiliate.id,
    event: rows[0]?.id,
    name: 'Partner',
    type: 'postback',
    url_template: `${partner.origin}/told?order={order_id}&value={value}`,
  });
  expect(pixel).toMatchObject({ status: 'active' });
  await send('collect/server', collectKey, {
    events: [{ event_name: 'purchase', order_id: 'o7', value: '86.5', affid: '1001' }],
  });
  await expect
    .poll(() => partner.heardAt('/told').map(({ url }) => url.search), { timeout: 10_000 })
    .toEqual(['?order=o7&value=86.50']);
});

it('conversions without an exchange rate count once the operator imports one', async () => {
  const { token, project, collectKey } = await newOwner();
  const report = await fetch(`${product.address}/api/v1/collect/server/`, {
    method: 'POST',
    headers: { authorization: `Token ${collectKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      events: [
        { event_name: 'purchase', order_id: 'o1', value: '9800', currency: 'JPY' },
        { event_name: 'purchase', order_id: 'o2', value: '5', currency: 'USD' },
        { event_name: 'cost', date: day, spend: '1500', currency: 'JPY' },
      ],
    }),
  });
  expect(await report.json()).toMatchObject({ accepted: 3 });
  await product.flush();

  const figures = async () => {
    const query = `project_id=${project.id}&affiliate_id=all&timezone=UTC&start_date=${day}&end_date=${day}`;
    const answer = await fetch(`${product.address}/api/v1/rc-data/?${query}`, {
      headers: { authorization: `Token ${token}` },
    });
    const { data, meta } = await answer.json();
    return { revenue: data.revenue, cost: data.cost, excluded: meta.excluded?.no_rate };
  };
  expect(await figures()).toEqual({ revenue: 5, cost: 0, excluded: 2 });

  const file = join(folder, 'rates.csv');
  await writeFile(file, 'base,currency,valid_from,rate\nUSD,JPY,2026-01-01,0.01\n');
  expect(await ratesCommand(file)).toEqual({
    code: 0,
    out: expect.stringMatching(/^Rates read: 1, new or changed: 1\. Projects .*: \d+\.$/),
    err: '',
  });
  await expect.poll(figures, { timeout: 20_000 }).toEqual({ revenue: 103, cost: 15, excluded: 0 });

  await writeFile(file, 'base,currency,valid_from,rate\nUSD,JPY,2026-01-01,none\n');
  const refused = await ratesCommand(file);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toMatch(
    /nothing of it was stored:\n {2}line 2: rate must be a number[^\n]*$/,
  );
});

async function ratesCommand(file: string) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'server/import/rates-command.ts', file],
    {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const message = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  const [out, err] = await message;
  return { code, out: out.trim(), err: err.trim() };
}
