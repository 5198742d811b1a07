import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { billingSchema } from '#contract/billing/schemas.ts';
import { createBilling } from '#server/billing/billing.ts';
import type { BillingSettings } from '#server/billing/settings.ts';
import { idempotency } from '#server/plugins/idempotency.ts';
import { silent } from '#tests/support/stores.ts';
import { billingFixture } from './fixture.ts';

const fixture = billingFixture({ mode: 'manual' });

/** A company on a plan with an events limit, and a sender of events. */
async function companyWith(limit: number) {
  const { request, person, member, app, flush, pool } = fixture();
  const admin = await person('active', { isSuperuser: true });
  const name = `Usage ${randomUUID()}`;
  const planFor = async (limit: number): Promise<number> => {
    const body = { name, price: limit, events_limit: limit };
    return (await request(admin, 'POST', 'plans/', body)).json().id;
  };
  const owner = await person();
  const created = (await request(owner, 'POST', 'projects/', { name })).json();
  const project: number = created.id;
  const body = { project, plan: await planFor(limit) };
  const subscription: number = (await request(owner, 'POST', 'subscriptions/', body)).json().id;
  await pool.query('update plans set is_offered = false where id = $1', [body.plan]);
  const accountant = await member(project, 'billing');
  const quiet = await member(project, 'owner');
  await pool.query('update users set email_notifications = false where id = $1', [quiet.id]);
  await member(project, 'viewer');

  let sent = 0;
  async function send(count: number, more: object = {}) {
    const events = Array.from({ length: count }, () => {
      sent += 1;
      return {
        event_name: 'page_view',
        event_id: `u-${sent}`,
        event_time: fixture().now().toISOString(),
        ...more,
      };
    });
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${created.collect_key}` },
      payload: { events },
    });
    await flush();
    return { events, answer: answer.json() };
  }
  async function changeTo(limit: number) {
    const plan = await planFor(limit);
    const answer = await request(owner, 'PATCH', `subscriptions/${subscription}/`, { plan });
    await pool.query('update plans set is_offered = false where id = $1', [plan]);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  const billing = async () =>
    billingSchema.parse(
      (await request(owner, 'GET', `subscriptions-billing/${subscription}/`)).json(),
    );
  return { name, project, owner, accountant, key: created.collect_key, send, billing, changeTo };
}

function watch(settings: BillingSettings = { mode: 'manual' }) {
  const { pool, reader, now, mailbox } = fixture();
  return createBilling({
    pool,
    reader,
    now,
    mailer: mailbox,
    log: silent,
    settings,
    idempotent: idempotency({ pool, now }),
    publicUrl: () => 'https://ledger.test',
  }).watchUsage();
}

/** Runs while the database refuses every row of this project. */
async function refusing(
  { table, project }: { table: string; project: number },
  work: () => Promise<void>,
) {
  const { pool } = fixture();
  await pool.query(`
    create function refuse_row() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_row before insert or update on ${table} for each row
      when (new.project_id = ${project}) execute function refuse_row()`);
  await work().finally(() => pool.query('drop function refuse_row cascade'));
}

const mailsAbout = (name: string) =>
  fixture()
    .mailbox.mails.filter(({ subject }) => subject.includes(name))
    .map(({ to, subject }) => `${to} ${/\d+ %/.exec(subject)?.[0]}`);

describe('the usage of a plan', () => {
  it('counts each stored event of the cycle once, and no test', async () => {
    const { app, request, flush } = fixture();
    const { send, billing, key, owner, project } = await companyWith(100);
    const { events } = await send(7);
    await send(2, { test: true });
    await app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${key}` },
      payload: { events },
    });
    await flush();
    expect(await billing()).toMatchObject({
      events_used: 7,
      events_limit: 100,
      usage_warning: null,
      events_projected: null,
    });
    expect((await request(owner, 'GET', `projects/${project}/`)).json().events_used).toBe(7);
  });

  it('causes a mail at 80, 95 and 100 %, once each, to the billing contacts', async () => {
    const { name, owner, accountant, send, billing } = await companyWith(20);
    const both = (level: number) => [owner, accountant].map(({ email }) => `${email} ${level} %`);
    const levels = [80, 95, 100];
    const told: string[] = [];
    await send(15);
    await watch();
    expect(mailsAbout(name)).toEqual([]);
    for (const [index, more] of [1, 3, 1].entries()) {
      await send(more);
      const level = levels[index] ?? 0;
      expect((await billing()).usage_warning).toBe(level);
      await Promise.all([watch(), watch()]);
      told.push(...both(level));
      expect(mailsAbout(name)).toEqual(told);
    }
    const { answer } = await send(30);
    expect(answer).toMatchObject({ accepted: 30, rejected: [] });
    expect(await billing()).toMatchObject({ events_used: 50, usage_warning: 100 });
    await watch();
    expect(mailsAbout(name)).toEqual(told);
  });

  it('causes none where billing is off, until it is on again', async () => {
    const { name, send } = await companyWith(10);
    await send(12);
    await watch({ mode: 'off' });
    expect(mailsAbout(name)).toEqual([]);
    await watch();
    expect(mailsAbout(name)).toHaveLength(2);
  });

  it('that passes several shares at once causes one mail, of the highest', async () => {
    const { name, send } = await companyWith(10);
    await send(12);
    await watch();
    expect(mailsAbout(name).map((one) => one.split(' ').slice(1).join(' '))).toEqual([
      '100 %',
      '100 %',
    ]);
  });

  it('causes new mails for another plan within the cycle, once each', async () => {
    const { name, send, changeTo } = await companyWith(10);
    const told = async () => {
      await Promise.all([watch(), watch()]);
      return mailsAbout(name).map((one) => one.split(' ').slice(1).join(' '));
    };
    await send(10);
    const first = ['100 %', '100 %'];
    expect(await told()).toEqual(first);
    await changeTo(20);
    expect(await told()).toEqual(first);
    await send(6);
    const second = [...first, '80 %', '80 %'];
    expect(await told()).toEqual(second);
    await send(4);
    const third = [...second, '100 %', '100 %'];
    expect(await told()).toEqual(third);
    await changeTo(1_000);
    expect(await told()).toEqual(third);
  });

  it('causes the other mails where one cannot be stored', async () => {
    const [first, second] = [await companyWith(10), await companyWith(10)];
    await first.send(9);
    await second.send(9);
    await refusing({ table: 'usage_warnings', project: first.project }, watch);
    expect(mailsAbout(first.name)).toEqual([]);
    expect(mailsAbout(second.name)).toHaveLength(2);
    await watch();
    expect(mailsAbout(first.name)).toHaveLength(2);
  });

  it('starts its next cycle where another one cannot', async () => {
    const { now, setNow, pool } = fixture();
    const [first, second] = [await companyWith(10), await companyWith(10)];
    const before = now();
    setNow(new Date('2026-12-25T12:00:00.000Z'));
    await refusing({ table: 'subscriptions', project: first.project }, watch);
    const { rows } = await pool.query<{ at: Date }>(
      'select period_start as at from subscriptions where project_id = any($1) order by project_id',
      [[first.project, second.project]],
    );
    setNow(before);
    expect(rows.map(({ at }) => at.toISOString().slice(0, 10))).toEqual([
      '2026-11-20',
      '2026-12-20',
    ]);
  });

  it('starts anew with the cycle, on any read', async () => {
    const { now, setNow, pool } = fixture();
    const { project, send, billing } = await companyWith(10);
    await send(9);
    const before = now();
    setNow(new Date('2026-12-25T12:00:00.000Z'));
    await watch();
    const { rows } = await pool.query(
      'select period_start from subscriptions where project_id = $1',
      [project],
    );
    expect(rows[0].period_start.toISOString()).toBe('2026-12-20T12:00:00.000Z');
    await send(3);
    expect(await billing()).toMatchObject({ events_used: 3, events_projected: 19 });
    setNow(before);
  });
});
