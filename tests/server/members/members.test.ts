import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberSchema } from '#contract/members/schemas.ts';
import { addMember } from '#server/projects/repository.ts';
import type { SignedInUser } from '../projects/users.ts';
import { password, startTeam, type Team } from './team.ts';

let team: Team;

beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

const change = (by: SignedInUser, project: number, user: Pick<SignedInUser, 'id'>, body: object) =>
  team.call(by, 'PATCH', `/api/v1/projects/${project}/members/${user.id}/`, body);
const remove = (by: SignedInUser, project: number, user: Pick<SignedInUser, 'id'>) =>
  team.call(by, 'DELETE', `/api/v1/projects/${project}/members/${user.id}/`);
const leave = (by: SignedInUser, project: number) =>
  team.call(by, 'POST', `/api/v1/projects/${project}/leave/`);
const handOver = (by: SignedInUser, project: number, body: object) =>
  team.call(by, 'POST', `/api/v1/projects/${project}/hand-over/`, body);
const rolesIn = async (by: SignedInUser, project: number) => {
  const answer = await team.call(by, 'GET', `/api/v1/user/?project=${project}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return Object.fromEntries(
    answer.json().map(({ id, role }: { id: number; role: string }) => [id, role]),
  );
};

describe('the people of a project', () => {
  it('are listed with their role and last visit, each once', async () => {
    const { id, owner } = await team.project();
    const other = await team.project();
    await addMember(team.pool, other.id, owner.id, 'viewer');
    const affiliate = await team.affiliate(id, 'own');
    const partner = await team.member(id, 'affiliate', [affiliate]);
    await team.pool.query(`update users set phone = '+13125550123' where id = $1`, [owner.id]);
    const signedIn = team.clock.now().toISOString();
    const list = (await team.call(owner, 'GET', '/api/v1/user/')).json();
    for (const one of list) expect(Object.keys(one).sort()).toEqual(keys);
    expect(list.map((one: object) => memberSchema.parse(one))).toMatchObject([
      {
        id: owner.id,
        role: 'owner',
        projects: [id, other.id],
        phone: '+13125550123',
        invite_status: 'accepted',
        affiliates: [],
        last_seen_at: signedIn,
        memberships: [
          { project: id, role: 'owner', affiliates: [] },
          { project: other.id, role: 'viewer', affiliates: [] },
        ],
      },
      { id: other.owner.id, role: 'owner', projects: [other.id], phone: null },
      { id: partner.id, role: 'affiliate', projects: [id], affiliates: [affiliate] },
    ]);
    const [seen] = (await team.call(other.owner, 'GET', '/api/v1/user/')).json();
    expect(seen).toMatchObject({ id: owner.id, role: 'viewer', projects: [other.id] });
  });

  const keys = [
    'affiliates',
    'email',
    'first_name',
    'full_name',
    'id',
    'image',
    'invite_status',
    'last_name',
    'last_seen_at',
    'memberships',
    'phone',
    'projects',
    'role',
    'state',
  ];

  it('do not show their telephone to members who may not change members', async () => {
    const { id, owner } = await team.project();
    await team.pool.query(`update users set phone = '+13125550123' where id = $1`, [owner.id]);
    const viewer = await team.member(id, 'viewer');
    const [seen] = (await team.call(viewer, 'GET', `/api/v1/user/?project=${id}`)).json();
    expect(seen).toMatchObject({ id: owner.id, phone: null });
  });
});

describe('a role', () => {
  it('that is changed applies at the next request', async () => {
    const { id, owner } = await team.project();
    const viewer = await team.member(id, 'viewer');
    const write = () =>
      team.call(viewer, 'POST', '/api/v1/affiliates/', {
        aff_id: crypto.randomUUID(),
        project: id,
        name: 'North',
      });
    expect((await write()).statusCode).toBe(403);
    const answer = await change(owner, id, viewer, { role: 'manager' });
    expect(answer.json()).toMatchObject({ id: viewer.id, role: 'manager' });
    expect((await write()).statusCode).toBe(201);
    await change(owner, id, viewer, { role: 'viewer' });
    expect((await write()).statusCode).toBe(403);
  });

  it('of an affiliate shows the named affiliates and no others', async () => {
    const { id, owner } = await team.project();
    const elsewhere = await team.project();
    const [first, second] = [await team.affiliate(id, 'first'), await team.affiliate(id, 'second')];
    const foreign = await team.affiliate(elsewhere.id, 'foreign');
    const person = await team.member(id, 'viewer');
    const seen = async () =>
      (await team.call(person, 'GET', '/api/v1/affiliates/'))
        .json()
        .map((one: { id: number }) => one.id);
    expect(await seen()).toEqual([first, second]);
    const bare = await change(owner, id, person, { role: 'affiliate' });
    expect(bare.json()).toEqual({ affiliates: ['Choose at least one affiliate.'] });
    const wrong = await change(owner, id, person, {
      role: 'affiliate',
      affiliates: [first, foreign],
    });
    expect(wrong.statusCode).toBe(403);
    expect(await seen()).toEqual([first, second]);
    await change(owner, id, person, { role: 'affiliate', affiliates: [first] });
    expect(await seen()).toEqual([first]);
    await change(owner, id, person, { role: 'affiliate', affiliates: [second] });
    expect(await seen()).toEqual([second]);
  });

  it.each([
    ['an unknown role', { role: 'superuser' }],
    ['a flag', { role: 'viewer', is_superuser: true }],
    ['another person', { role: 'viewer', user: 1 }],
  ])('is never %s', async (_, body) => {
    const { id, owner } = await team.project();
    const viewer = await team.member(id, 'viewer');
    expect((await change(owner, id, viewer, body)).statusCode).toBe(400);
  });
});

describe('removing', () => {
  it('ends access at the next request on the same connection', async () => {
    const { id, owner } = await team.project();
    const viewer = await team.member(id, 'viewer');
    await team.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = team.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async () => {
      const outgoing = request({
        agent,
        port,
        host: '127.0.0.1',
        path: `/api/v1/projects/${id}/`,
        headers: { authorization: `Token ${viewer.token}` },
      });
      outgoing.end();
      const [answer] = await once(outgoing, 'response');
      answer.resume();
      await once(answer, 'end');
      return { status: answer.statusCode, isKept: outgoing.reusedSocket };
    };
    expect(await send()).toEqual({ status: 200, isKept: false });
    expect((await remove(owner, id, viewer)).statusCode).toBe(200);
    expect(await send()).toEqual({ status: 404, isKept: true });
    agent.destroy();
    expect(await rolesIn(owner, id)).not.toHaveProperty(`${viewer.id}`);
  });

  it('revokes what only an owner could give out: open invites and API tokens', async () => {
    const { id, owner } = await team.project();
    const second = await team.member(id, 'owner');
    const email = 'asked-by-the-removed@people.test';
    await team.call(second, 'POST', '/api/v1/user/', { email, role: 'viewer', projects: [id] });
    const uid = team.mailbox.secretFor(email);
    const created = await team.call(second, 'POST', '/api/v1/api-tokens/', {
      project: id,
      name: 'Reports',
      scopes: ['project.read'],
      expires_in_days: 7,
      password,
    });
    const machine = { ...second, token: created.json().token };
    const asks = () => team.call(machine, 'GET', `/api/v1/projects/${id}/`);
    expect((await asks()).statusCode).toBe(200);
    expect((await remove(owner, id, second)).statusCode).toBe(200);
    expect((await asks()).statusCode).toBe(401);
    const read = await team.app.inject({ url: `/api/v1/accept-invite/${uid}/` });
    expect(read.statusCode).toBe(410);
    await addMember(team.pool, id, second.id, 'owner');
    expect((await asks()).statusCode).toBe(401);
  });

  it('keeps the last owner, also when two leave at the same time', async () => {
    const { id, owner } = await team.project();
    for (const answer of [
      await remove(owner, id, owner),
      await leave(owner, id),
      await change(owner, id, owner, { role: 'viewer' }),
    ]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json()).toEqual({
        detail: 'A project needs an owner. Make someone else the owner first.',
      });
    }
    const second = await team.member(id, 'owner');
    const answers = await Promise.all([leave(owner, id), leave(second, id)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const stayed = answers[0]?.statusCode === 409 ? owner : second;
    expect(await rolesIn(stayed, id)).toEqual({ [stayed.id]: 'owner' });
  });
});

describe('leaving', () => {
  it('is open to every member of a project and ends their access', async () => {
    const { id, owner } = await team.project();
    const viewer = await team.member(id, 'viewer');
    expect((await leave(viewer, id)).json()).toEqual({ detail: 'You left the project.' });
    expect((await team.call(viewer, 'GET', `/api/v1/projects/${id}/`)).statusCode).toBe(404);
    expect(await rolesIn(owner, id)).toEqual({ [owner.id]: 'owner' });
  });
});

describe('handing over', () => {
  it('is refused to a person who lost the project while their password was checked', async () => {
    const { id, owner } = await team.project();
    const partner = await team.member(id, 'owner');
    const newOwner = await team.member(id, 'viewer');
    const other = await team.pool.connect();
    await other.query('begin');
    await other.query('select from projects where id = $1 for no key update', [id]);
    const going = handOver(owner, id, { user: newOwner.id, password });
    await expect
      .poll(async () => {
        const { rowCount } = await team.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rowCount;
      })
      .toBe(1);
    await other.query(
      `update memberships set role = 'viewer' where project_id = $1 and user_id = $2`,
      [id, owner.id],
    );
    await other.query('commit');
    other.release();
    expect((await going).statusCode).toBe(403);
    expect(await rolesIn(partner, id)).toEqual({
      [owner.id]: 'viewer',
      [partner.id]: 'owner',
      [newOwner.id]: 'viewer',
    });
  });

  it('makes a member the owner and the owner a manager, with the password', async () => {
    const { id, owner } = await team.project();
    const newOwner = await team.member(id, 'viewer');
    const wrong = await handOver(owner, id, { user: newOwner.id, password: 'wrong horse battery' });
    expect(wrong.json()).toEqual({ password: ['This is not your password.'] });
    const stranger = await team.person('stranger');
    for (const user of [stranger.id, owner.id]) {
      const answer = await handOver(owner, id, { user, password });
      expect(answer.json()).toEqual({ user: ['Choose another member of this project.'] });
    }
    expect(await rolesIn(owner, id)).toEqual({ [owner.id]: 'owner', [newOwner.id]: 'viewer' });
    expect((await handOver(newOwner, id, { user: owner.id, password })).statusCode).toBe(403);
    expect((await handOver(owner, id, { user: newOwner.id, password })).statusCode).toBe(200);
    expect(await rolesIn(newOwner, id)).toEqual({ [owner.id]: 'manager', [newOwner.id]: 'owner' });
    expect((await handOver(owner, id, { user: newOwner.id, password })).statusCode).toBe(403);
  });

  it('limits guesses of the password', async () => {
    const { id, owner } = await team.project();
    const newOwner = await team.member(id, 'viewer');
    const statuses: number[] = [];
    for (const guess of ['one', 'two', 'three', 'four', 'five', 'six']) {
      statuses.push((await handOver(owner, id, { user: newOwner.id, password: guess })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });
});
