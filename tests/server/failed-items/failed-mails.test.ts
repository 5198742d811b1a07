import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FailedItem, Retried } from '#contract/failed-items/schemas.ts';
import { invitesPerDay } from '#contract/invites/schemas.ts';
import { createMailer, type Mailer } from '#server/mail/mailer.ts';
import { createProject } from '#server/projects/repository.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { NOON } from '../pipeline/inbox-events.ts';
import {
  apiCaller,
  createMember,
  createSignedInUser,
  type SignedInUser,
} from '../projects/users.ts';

const stores = sharedStores();
const now = () => new Date(NOON);
const refusal = Object.assign(new Error('550 <cleo@acme.test>: unknown'), {
  code: 'EENVELOPE',
  responseCode: 550,
});
const pauses = [1, 1];

let isDown = false;
let links: string[] = [];
let mailer: Mailer;
let call: ReturnType<typeof apiCaller>;
let close: () => Promise<void>;
beforeAll(async () => {
  const { pool, warehouse } = stores();
  mailer = createMailer({
    deliver: async ({ text }) => {
      if (isDown) throw refusal;
      links.push(/\/invite\/\S+/.exec(text)?.[0] ?? '');
    },
    delivers: true,
    log: silent,
    hold: () => 0,
    pauses,
  });
  const app = await appOf(productModules({ pool, reader: warehouse.reader, now, mailer }));
  call = apiCaller(app);
  close = () => app.close();
});
afterAll(() => close());
beforeEach(() => {
  isDown = true;
  links = [];
});

type Company = { id: number; owner: SignedInUser };

async function company(): Promise<Company> {
  const { pool } = stores();
  const { project } = await createProject(pool, { name: 'Acme', createdBy: null });
  return { id: project.id, owner: await createMember(pool, project.id, 'owner') };
}

let people = 0;
async function invite({ owner }: Company, projects: readonly number[]) {
  people += 1;
  const email = `cleo-${people}@acme.test`;
  const answer = await call(owner, 'POST', '/api/v1/user/', { email, role: 'viewer', projects });
  expect(answer.statusCode, answer.body).toBe(201);
  await mailer.idle();
  const { id }: { id: number } = answer.json();
  return { id, email };
}

async function listed({ id, owner }: Company): Promise<FailedItem[]> {
  const answer = await call(owner, 'GET', `/api/v1/failed-items/?project=${id}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function retryAll({ id, owner }: Company): Promise<Retried> {
  const body = { project: id, queue: 'mails' };
  const answer = await call(owner, 'POST', '/api/v1/failed-items/retry/', body);
  expect(answer.statusCode, answer.body).toBe(200);
  await mailer.idle();
  return answer.json();
}

/** Makes the owner of one company an owner of another, too. */
const join = ({ owner }: Company, { id }: Company) =>
  stores().pool.query(
    `insert into memberships (project_id, user_id, role) values ($1, $2, 'owner')`,
    [id, owner.id],
  );

const retry = ({ owner }: Company, item: FailedItem | undefined) =>
  call(owner, 'POST', `/api/v1/failed-items/${item?.id}/retry/`);

describe('the mail of an invite that is not delivered', () => {
  it('is listed without its content, and sent again with a new link', async () => {
    const one = await company();
    const { id, email } = await invite(one, [one.id]);
    const items = await listed(one);
    expect(items).toMatchObject([
      {
        queue: 'mails',
        item: `invite ${id}`,
        subject: { kind: 'invite', name: email },
        reason: '550 EENVELOPE',
        reason_kind: 'mail_refused',
        tries: 1,
      },
    ]);
    expect(JSON.stringify(items)).not.toContain('/invite/');

    expect((await retry(one, items[0])).statusCode).toBe(200);
    await mailer.idle();
    expect(await listed(one)).toMatchObject([{ item: `invite ${id}` }]);

    isDown = false;
    const [again] = await listed(one);
    expect((await retry(one, again)).statusCode).toBe(200);
    await mailer.idle();
    expect(await listed(one)).toEqual([]);
    expect(links).toEqual([expect.stringMatching(/^\/invite\/ci_/)]);
    const { rowCount } = await stores().pool.query(
      'select from failed_items where project_id = $1',
      [one.id],
    );
    expect(rowCount).toBe(0);
  });

  it.each([
    ['is down', 'ECONNREFUSED', 'ECONNREFUSED', 'mail_server'],
    [
      'gives no reason',
      undefined,
      'The mail could not be delivered, for an unknown reason.',
      'other',
    ],
  ])('counts the tries of a mail server that %s', async (_, code, reason, reason_kind) => {
    const one = await company();
    Object.assign(refusal, { code, responseCode: undefined });
    await invite(one, [one.id]);
    Object.assign(refusal, { code: 'EENVELOPE', responseCode: 550 });
    expect(await listed(one)).toMatchObject([{ reason, reason_kind, tries: pauses.length + 1 }]);
  });

  it('is listed no more once the invite is sent again, revoked or accepted', async () => {
    const one = await company();
    const [first, second] = [await invite(one, [one.id]), await invite(one, [one.id])];
    expect(await listed(one)).toHaveLength(2);
    isDown = false;
    await call(one.owner, 'POST', `/api/v1/invites/${first.id}/resend/`);
    await mailer.idle();
    expect(await listed(one)).toMatchObject([{ subject: { name: second.email } }]);
    await call(one.owner, 'DELETE', `/api/v1/invites/${second.id}/`);
    expect(await listed(one)).toEqual([]);
  });

  it('of two projects is tried again only by an owner of both', async () => {
    const [one, other] = [await company(), await company()];
    await join(one, other);
    await invite(one, [one.id, other.id]);
    const [item] = await listed(other);
    expect(item?.queue).toBe('mails');
    expect((await retry(other, item)).statusCode).toBe(403);
    isDown = false;
    const [same] = await listed(one);
    expect((await retry(one, same)).statusCode).toBe(200);
    await mailer.idle();
    expect([await listed(one), await listed(other)]).toEqual([[], []]);
  });

  it('is not sent again more often than a project may send invites', async () => {
    const one = await company();
    await invite(one, [one.id]);
    for (let sent = 1; sent < invitesPerDay; sent += 1) {
      const [item] = await listed(one);
      expect((await retry(one, item)).statusCode).toBe(200);
      await mailer.idle();
    }
    const [item] = await listed(one);
    expect((await retry(one, item)).statusCode).toBe(429);
    expect(await listed(one)).toEqual([item]);
  });
});

describe('all mails of invites', () => {
  it('are sent again as far as the limits allow; the others stay and use up nothing', async () => {
    const [one, other] = [await company(), await company()];
    await join(one, other);
    const failed = invitesPerDay - 5;
    for (let sent = 0; sent < failed; sent += 1) await invite(one, [one.id]);
    isDown = false;
    const reason = `A project can send ${invitesPerDay} invites a day. Try again tomorrow.`;
    expect(await retryAll(one)).toEqual({ retried: 5, remaining: failed - 5, reason });
    expect(links).toHaveLength(5);
    expect(await listed(one)).toHaveLength(failed - 5);
    const again = { retried: 0, remaining: failed - 5, reason };
    for (let tries = 0; tries < 5; tries += 1) expect(await retryAll(one)).toEqual(again);
    await invite(one, [other.id]);
    expect(links).toHaveLength(6);
  });

  it('are sent again where the owner may; that of a project the owner has left stays', async () => {
    const [one, other] = [await company(), await company()];
    await join(one, other);
    const { id } = await invite(one, [one.id, other.id]);
    await invite(one, [one.id]);
    await stores().pool.query('delete from memberships where project_id = $1 and user_id = $2', [
      other.id,
      one.owner.id,
    ]);
    isDown = false;
    const reason = 'You do not have access to this.';
    expect(await retryAll(one)).toEqual({ retried: 1, remaining: 1, reason });
    expect(links).toHaveLength(1);
    expect(await listed(one)).toMatchObject([{ item: `invite ${id}` }]);
  });
});

describe('a mail about a person', () => {
  it('is listed in no project', async () => {
    const one = await company();
    const person = await createSignedInUser(stores().pool, `ben-${people}@acme.test`);
    await call(person, 'POST', '/api/v1/forgot-password/', { email: person.email });
    await mailer.idle();
    expect(await listed(one)).toEqual([]);
  });
});
