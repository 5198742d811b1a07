import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/accounts/roles.ts';
import { sessionSchema } from '#contract/accounts/session.ts';
import { newSecret } from '#server/accounts/secret.ts';
import { findUserByEmail } from '#server/accounts/users.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { addMember } from '#server/projects/repository.ts';
import { password, startTeam, type Team } from '../members/team.ts';
import type { SignedInUser } from '../projects/users.ts';

let team: Team;

beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

const newPerson = { password: 'staple battery horse', first_name: 'Bea', last_name: 'Ray' };
const day = 86_400_000;

let requestCount = 0;
/** An open invite for a new person, or for the person of this address. */
async function invited({ email, role = 'viewer' as Role }: { email?: string; role?: Role } = {}) {
  requestCount += 1;
  const { id: project, owner } = await team.project();
  const to = email ?? `invited-${requestCount}@people.test`;
  const body = { email: to, role, projects: [project] };
  const answer = await team.call(owner, 'POST', '/api/v1/user/', body);
  expect(answer.statusCode, answer.body).toBe(201);
  return { project, owner, email: to, id: answer.json().id, uid: team.mailbox.secretFor(to) };
}

const accept = (uid: string, body: object = newPerson, token?: string) =>
  team.app.inject({
    method: 'PATCH',
    url: `/api/v1/accept-invite/${uid}/`,
    payload: body,
    headers: token === undefined ? {} : { authorization: `Token ${token}` },
  });
const read = (uid: string) => team.app.inject({ url: `/api/v1/accept-invite/${uid}/` });

const rolesOf = async (project: number) =>
  (
    await team.pool.query<{ email: string; role: string }>(
      `select u.email, member.role from memberships member join users u on u.id = member.user_id
       where project_id = $1 order by u.id`,
      [project],
    )
  ).rows;

describe('a new person', () => {
  it('reads the invite as often as they like, and gets the role that is written', async () => {
    const { project, email, uid } = await invited({ role: 'buyer' });
    for (const _ of [1, 2, 3]) {
      const answer = await read(uid);
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        email,
        role: 'buyer',
        projects: [{ name: 'Acme', image: null }],
        invited_by: 'owner',
        expires_at: '2026-11-27T12:00:00.000Z',
        has_account: false,
      });
    }
    const answer = await accept(uid, { ...newPerson, phone: '+13125550123' });
    expect(answer.statusCode, answer.body).toBe(200);
    const session = sessionSchema.parse(answer.json());
    expect(session).toMatchObject({
      email,
      first_name: 'Bea',
      last_name: 'Ray',
      phone: '+13125550123',
      state: 'active',
      projects: [{ id: project, role: 'buyer' }],
    });
    const person = { id: session.id, email, token: session.token };
    expect((await team.call(person, 'GET', `/api/v1/projects/${project}/`)).statusCode).toBe(200);
    expect((await read(uid)).statusCode).toBe(410);
    expect((await accept(uid)).statusCode).toBe(410);
  });

  it.each([
    ['everything', {}, ['password', 'first_name', 'last_name']],
    ['the names', { password: newPerson.password }, ['first_name', 'last_name']],
    ['a password that is long enough', { ...newPerson, password: 'short' }, ['password']],
    ['a password that is not the address', { ...newPerson, password: 'own' }, ['password']],
    [
      'a name in one line',
      { ...newPerson, first_name: 'Bea\r\nBcc: eve@evil.test' },
      ['first_name'],
    ],
  ])('has to enter %s', async (_, body, fields) => {
    const { project, email, uid } = await invited();
    const own = 'password' in body && body.password === 'own' ? { password: email } : {};
    const answer = await accept(uid, { ...body, ...own });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual(fields);
    expect(await rolesOf(project)).toHaveLength(1);
    expect((await read(uid)).statusCode).toBe(200);
  });

  it.each([
    ['role', 'owner'],
    ['email', 'eve@evil.test'],
    ['is_superuser', true],
    ['is_debug', true],
    ['state', 'active'],
    ['projects', [1]],
  ])('chooses no %s of its own', async (field, value) => {
    const { project, email, uid } = await invited();
    const answer = await accept(uid, { ...newPerson, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
    expect(await findUserByEmail(team.pool, email)).toBeNull();
    expect(await rolesOf(project)).toHaveLength(1);
  });

  it('is created once, however many accept at the same time', async () => {
    const { project, email, uid } = await invited();
    const answers = await Promise.all(Array.from({ length: 50 }, () => accept(uid)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses[0]).toBe(200);
    for (const status of statuses.slice(1)) expect([401, 410]).toContain(status);
    const tokens = answers.filter(({ body }) => /cl_[\w-]{43}/.test(body));
    expect(tokens).toHaveLength(1);
    expect(await rolesOf(project)).toHaveLength(2);
    const { rows } = await team.pool.query('select from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
    const { rows: told } = await team.pool.query(
      `select from audit_entries where action = 'invite.accepted' and chain = $1`,
      [`project:${project}`],
    );
    expect(told).toHaveLength(1);
  });
});

describe('a person with an account', () => {
  let person: SignedInUser;
  beforeAll(async () => {
    person = await team.person('known');
  });

  const hashOf = async () => (await findUserByEmail(team.pool, person.email))?.passwordHash;

  it('signs in first; the invite never touches their password', async () => {
    const { project, uid } = await invited({ email: person.email });
    const hash = await hashOf();
    expect((await read(uid)).json()).toMatchObject({ has_account: true });
    for (const body of [newPerson, { ...newPerson, password }, {}]) {
      const answer = await accept(uid, body);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toMatch(/cl_/);
    }
    expect((await accept(uid, newPerson, person.token)).statusCode).toBe(400);
    expect(await hashOf()).toBe(hash);
    const answer = await accept(uid, {}, person.token);
    expect(answer.statusCode, answer.body).toBe(200);
    const session = sessionSchema.parse(answer.json());
    expect(session).toMatchObject({ id: person.id, token: person.token });
    expect(session.projects.map(({ id }) => id)).toContain(project);
    expect(await hashOf()).toBe(hash);
  });

  it('needs no company of their own any more when they were about to sign up with one', async () => {
    const beginner = await team.person('beginner');
    const state = (to: string) =>
      team.pool.query('update users set state = $2 where id = $1', [beginner.id, to]);
    for (const [before, after] of [
      ['company', 'active'],
      ['payment', 'payment'],
      ['active', 'active'],
    ] as const) {
      await state(before);
      const { uid } = await invited({ email: beginner.email });
      expect((await accept(uid, {}, beginner.token)).json()).toMatchObject({ state: after });
    }
  });

  it('accepts once, of 50 at the same moment', async () => {
    const { project, uid } = await invited({ email: person.email });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => accept(uid, {}, person.token)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(410)]);
    expect(await rolesOf(project)).toHaveLength(2);
  });

  it('is no other person: neither signed in as another nor for an address without an account', async () => {
    const stranger = await team.person('stranger');
    const other = await invited({ email: person.email });
    const uninvited = await invited();
    for (const { uid, project } of [other, uninvited]) {
      const answer = await accept(uid, {}, stranger.token);
      expect(answer.statusCode).toBe(403);
      expect(answer.body).not.toMatch(/cl_/);
      expect(await rolesOf(project)).toHaveLength(1);
      expect((await read(uid)).statusCode).toBe(200);
    }
  });

  it('keeps a role they have: accepting makes no owner a viewer', async () => {
    const { project, uid } = await invited({ email: person.email, role: 'viewer' });
    await team.pool.query(
      `insert into memberships (user_id, project_id, role) values ($1, $2, 'owner')`,
      [person.id, project],
    );
    expect((await accept(uid, {}, person.token)).statusCode).toBe(200);
    expect(await rolesOf(project)).toContainEqual({ email: person.email, role: 'owner' });
  });

  it('sees no more than before where they are a member already, and whatever the invite adds elsewhere', async () => {
    const [here, there] = [await team.project(), await team.project()];
    await team.pool.query(
      `insert into memberships (user_id, project_id, role) values ($1, $2, 'owner')`,
      [here.owner.id, there.id],
    );
    const affiliate = (projectId: number, affId: string) =>
      createAffiliate(team.pool, { projectId, affId, name: affId });
    const [own, other] = [await affiliate(here.id, '1'), await affiliate(here.id, '2')];
    const otherUser = await affiliate(there.id, '1');
    const late = await team.person('late');
    const body = {
      email: late.email,
      role: 'affiliate',
      projects: [here.id, there.id],
      affiliates: [own, other, otherUser],
    };
    const request = await team.call(here.owner, 'POST', '/api/v1/user/', body);
    expect(request.statusCode, request.body).toBe(201);
    await addMember(team.pool, here.id, late.id, 'affiliate', [own]);
    const answer = await accept(team.mailbox.secretFor(late.email), {}, late.token);
    expect(answer.statusCode, answer.body).toBe(200);
    const { affiliates } = sessionSchema.parse(answer.json());
    expect(affiliates.map(({ id }) => id)).toEqual([own, otherUser]);
  });

  it('does not accept with an expired session or an API token', async () => {
    const { uid } = await invited({ email: person.email });
    for (const token of [newSecret('cl'), newSecret('ca'), 'nonsense']) {
      const answer = await accept(uid, {}, token);
      expect(answer.statusCode).toBe(401);
    }
  });
});

describe('an ended invite', () => {
  it.each([
    ['unknown', async () => newSecret('ci'), 404],
    ['nonsense', async () => 'nonsense', 404],
    ['of another kind', async () => newSecret('cl'), 404],
    [
      'revoked',
      async () => {
        const { id, uid, owner } = await invited();
        await team.call(owner, 'DELETE', `/api/v1/invites/${id}/`);
        return uid;
      },
      410,
    ],
    [
      'of a removed member',
      async () => {
        const { uid, owner, project } = await invited();
        const other = await team.member(project, 'owner');
        const removed = await team.call(
          other,
          'DELETE',
          `/api/v1/projects/${project}/members/${owner.id}/`,
        );
        expect(removed.statusCode, removed.body).toBe(200);
        return uid;
      },
      410,
    ],
    [
      'of a member who may not invite any more',
      async () => {
        const { uid, owner, project } = await invited();
        await team.pool.query(
          `update memberships set role = 'manager' where project_id = $1 and user_id = $2`,
          [project, owner.id],
        );
        return uid;
      },
      410,
    ],
    [
      'of a deleted member',
      async () => {
        const { uid, owner } = await invited();
        await team.pool.query('delete from users where id = $1', [owner.id]);
        return uid;
      },
      410,
    ],
    [
      'to a project that is gone',
      async () => {
        const { uid, project } = await invited();
        await team.pool.query('delete from projects where id = $1', [project]);
        return uid;
      },
      410,
    ],
  ])('opens nothing when it is %s', async (_, create, status) => {
    const uid = await create();
    const { rows: before } = await team.pool.query('select count(*) from sessions');
    for (const answer of [await read(uid), await accept(uid)]) {
      expect(answer.statusCode).toBe(status);
      expect(answer.body).not.toMatch(/cl_/);
    }
    const { rows: after } = await team.pool.query('select count(*) from sessions');
    expect(after).toEqual(before);
  });

  it('ends to the millisecond after seven days', async () => {
    const first = await invited();
    const second = await invited();
    team.clock.advance(7 * day - 1);
    expect((await accept(first.uid)).statusCode).toBe(200);
    team.clock.advance(1);
    expect((await accept(second.uid)).statusCode).toBe(410);
    expect((await read(second.uid)).json()).toEqual({
      detail: 'This invite has expired. Ask for a new one.',
    });
  });
});
