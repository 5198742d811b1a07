import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { billingFixture, noon, type Person } from './fixture.ts';

const fixture = billingFixture({ mode: 'manual' });

const admin = () => fixture().person('active', { isSuperuser: true });

async function create(as: Person, key: string, name: string, app = fixture().app) {
  const token = await fixture().token(as);
  return app.inject({
    method: 'POST',
    url: '/api/v1/plans/',
    headers: { authorization: `Token ${token}`, 'idempotency-key': key },
    payload: { name, price: 5, is_offered: false },
  });
}

const plansNamed = async (name: string) =>
  (await fixture().pool.query('select from plans where name = $1', [name])).rowCount;

describe('a call with an Idempotency-Key', () => {
  it('is executed once of fifty at once, and each of them gets the same answer', async () => {
    const [person, key, name] = [await admin(), randomUUID(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(person, key, name)));
    const codes = new Set(answers.map(({ statusCode }) => statusCode));
    expect([...codes].filter((code) => code !== 201 && code !== 409)).toEqual([]);
    const done = answers.filter(({ statusCode }) => statusCode === 201);
    expect(done.length).toBeGreaterThanOrEqual(1);
    expect(new Set(done.map(({ body }) => body)).size).toBe(1);
    for (const { statusCode, headers } of answers) {
      if (statusCode === 409) expect(headers['retry-after']).toBe('1');
    }
    expect(await plansNamed(name)).toBe(1);
    const later = await create(person, key, name);
    expect([later.statusCode, later.body]).toEqual([201, done[0]?.body]);
  });

  it('is refused for another request', async () => {
    const [person, key, name] = [await admin(), randomUUID(), randomUUID()];
    await create(person, key, name);
    const other = await create(person, key, `${name} 2`);
    expect(other.statusCode).toBe(422);
    expect(await plansNamed(`${name} 2`)).toBe(0);
  });

  it('is known to another process, and to no other person', async () => {
    const [person, key, name] = [await admin(), randomUUID(), randomUUID()];
    const first = await create(person, key, name);
    const process = await fixture().another();
    const again = await create(person, key, name, process);
    await process.close();
    expect(again.body).toBe(first.body);
    const other = await create(await admin(), key, name);
    expect(other.statusCode).toBe(201);
    expect(other.body).not.toBe(first.body);
  });

  it('returns an unstored key again, and creates no second company', async () => {
    const { request, person } = fixture();
    const founder = await person();
    const key = { 'idempotency-key': randomUUID() };
    const name = `Twice ${randomUUID()}`;
    const first = await request(founder, 'POST', 'projects/', { name }, key);
    expect(first.json().collect_key).toMatch(/^cs_[\w-]{51}$/);
    expect((await request(founder, 'POST', 'projects/', { name }, key)).json()).toEqual(
      first.json(),
    );
    expect((await request(founder, 'GET', 'projects/')).json()).toHaveLength(1);
  });

  it('may be used again after a day', async () => {
    const [person, key, name] = [await admin(), randomUUID(), randomUUID()];
    await create(person, key, name);
    fixture().setNow(new Date(noon.getTime() + 24 * 3_600_000 - 1));
    await create(person, key, name);
    expect(await plansNamed(name)).toBe(1);
    fixture().setNow(new Date(noon.getTime() + 24 * 3_600_000));
    await create(person, key, name);
    expect(await plansNamed(name)).toBe(2);
    fixture().setNow(noon);
  });

  it('is not stored when it was refused', async () => {
    const { company, request } = fixture();
    const { owner, project } = await company();
    const key = { 'idempotency-key': randomUUID() };
    const plan = (await create(await admin(), randomUUID(), randomUUID())).json().id;
    const body = { project, plan };
    expect((await request(owner, 'POST', 'subscriptions/', body, key)).statusCode).toBe(400);
    await fixture().pool.query('update plans set is_offered = true where id = $1', [plan]);
    expect((await request(owner, 'POST', 'subscriptions/', body, key)).statusCode).toBe(201);
  });

  it('that was lost with its process is executed by a retry after two minutes', async () => {
    const { pool, setNow } = fixture();
    const [person, key, name] = [await admin(), randomUUID(), randomUUID()];
    await create(person, key, name);
    await pool.query('update idempotent_calls set answer = null');
    await pool.query('delete from plans where name = $1', [name]);
    expect((await create(person, key, name)).statusCode).toBe(409);
    setNow(new Date(noon.getTime() + 120_000));
    expect((await create(person, key, name)).statusCode).toBe(201);
    setNow(noon);
  });

  it.each(['short', 'x'.repeat(256), 'a key with spaces in it'])('is refused: %s', async (key) => {
    const name = randomUUID();
    const answer = await create(await admin(), key, name);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(['Idempotency-Key']);
    expect(await plansNamed(name)).toBe(0);
  });

  it('leaves nothing readable of its answer in the database', async () => {
    const [person, key, name] = [await admin(), randomUUID(), randomUUID()];
    await create(person, key, name);
    const { rows } = await fixture().pool.query<{ answer: Buffer }>(
      'select answer from idempotent_calls where answer is not null',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ answer }) => answer.includes(name))).toEqual([]);
  });
});
