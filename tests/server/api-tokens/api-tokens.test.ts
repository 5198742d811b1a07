import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createdApiTokenSchema, type NewApiToken } from '#contract/api-tokens/schemas.ts';
import { digestOf } from '#server/accounts/secret.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { addMember } from '#server/projects/repository.ts';
import { password, startTeam, type Team } from '../members/team.ts';
import type { SignedInUser } from '../projects/users.ts';

let team: Team;

beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

const day = 86_400_000;

const create = (by: SignedInUser, project: number, body: Partial<NewApiToken> = {}) =>
  team.call(by, 'POST', '/api/v1/api-tokens/', {
    project,
    name: 'Nightly',
    scopes: ['project.read'],
    expires_in_days: 7,
    password,
    ...body,
  });

/** A project and an API token that may read it. */
async function machine(body: Partial<NewApiToken> = {}) {
  const { id, owner } = await team.project();
  const answer = await create(owner, id, body);
  expect(answer.statusCode, answer.body).toBe(201);
  const created = createdApiTokenSchema.parse(answer.json());
  return { project: id, owner, created, caller: { ...owner, token: created.token } };
}

describe('creating', () => {
  it('shows the token once and stores its hash', async () => {
    const { project, owner, created } = await machine();
    expect(created).toEqual({
      id: created.id,
      project,
      name: 'Nightly',
      scopes: ['project.read'],
      token: created.token,
      start: `${created.token.slice(0, 8)}…`,
      created_by: 'owner',
      last_used_at: null,
      created_at: '2026-11-20T12:00:00.000Z',
      expires_at: '2026-11-27T12:00:00.000Z',
    });
    expect(created.token).toMatch(/^ca_[\w-]{43}[0-9a-f]{8}$/);
    const listed = await team.call(owner, 'GET', `/api/v1/api-tokens/?project=${project}`);
    expect(listed.json()).toHaveLength(1);
    expect(listed.body).not.toContain(created.token);
    const { rows } = await team.pool.query('select t::text as row, token_hash from api_tokens t');
    expect(JSON.stringify(rows)).not.toContain(created.token);
    expect(rows).toContainEqual(expect.objectContaining({ token_hash: digestOf(created.token) }));
    const { rows: told } = await team.pool.query('select details, target from audit_entries');
    expect(JSON.stringify(told)).not.toContain(created.token);
  });

  it('is refused to a person who lost the role while their password was checked', async () => {
    const { id, owner } = await team.project();
    const partner = await team.member(id, 'owner');
    const other = await team.pool.connect();
    await other.query('begin');
    await other.query('select from projects where id = $1 for no key update', [id]);
    let isOver = false;
    const going = create(owner, id).finally(() => {
      isOver = true;
    });
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect
      .poll(async () => isOver || (await team.pool.query(waits)).rowCount === 1)
      .toBe(true);
    await other.query(
      `update memberships set role = 'viewer' where project_id = $1 and user_id = $2`,
      [id, owner.id],
    );
    await other.query('commit');
    other.release();
    expect((await going).statusCode).toBe(403);
    const listed = await team.call(partner, 'GET', `/api/v1/api-tokens/?project=${id}`);
    expect(listed.json()).toEqual([]);
  });

  it.each([
    ['the password', { password: 'wrong horse battery' }, 'password'],
    ['a scope', { scopes: [] }, 'scopes'],
    ['a scope that exists', { scopes: ['everything' as 'reports.read'] }, 'scopes.0'],
    ['a name', { name: ' ' }, 'name'],
    ['an end', { expires_in_days: 0 }, 'expires_in_days'],
    ['an end within a year or so', { expires_in_days: 10_000 }, 'expires_in_days'],
  ])('takes %s', async (_, body, field) => {
    const { id, owner } = await team.project();
    const answer = await create(owner, id, body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json())).toEqual([field]);
  });
});

describe('an API token', () => {
  it('allows what its scopes name, in its own project', async () => {
    const { project, owner, caller } = await machine();
    const other = await team.project();
    await addMember(team.pool, other.id, owner.id, 'owner');
    expect((await team.call(caller, 'GET', `/api/v1/projects/${project}/`)).statusCode).toBe(200);
    expect((await team.call(caller, 'GET', `/api/v1/projects/${other.id}/`)).statusCode).toBe(404);
    const listed = (await team.call(caller, 'GET', '/api/v1/projects/')).json();
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([project]);
    const used = await team.call(owner, 'GET', `/api/v1/api-tokens/?project=${project}`);
    expect(used.json()[0].last_used_at).toBe('2026-11-20T12:00:00.000Z');
  });

  it('lacks every other scope by name', async () => {
    const { project, caller } = await machine({ scopes: ['reports.read', 'conversions.write'] });
    const answer = await team.call(caller, 'GET', `/api/v1/projects/${project}/`);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({ detail: 'This API token lacks the scope project.read.' });
  });

  it.each([
    ['PATCH', (project: number) => `/api/v1/projects/${project}/`, { name: 'Mine' }],
    ['POST', () => '/api/v1/projects/', { name: 'Mine' }],
    ['POST', (project: number) => `/api/v1/projects/${project}/rotate-collect-key/`, undefined],
    ['GET', () => '/api/v1/user/', undefined],
    ['POST', () => '/api/v1/user/', { email: 'a@b.test', role: 'owner', projects: [1] }],
    ['GET', (project: number) => `/api/v1/audit-log/?project=${project}`, undefined],
    ['GET', (project: number) => `/api/v1/api-tokens/?project=${project}`, undefined],
    ['POST', (project: number) => `/api/v1/projects/${project}/leave/`, undefined],
  ] as const)('is refused where a session is required: %s %s', async (method, path, body) => {
    const { project, caller } = await machine({
      scopes: ['reports.read', 'conversions.write', 'pixels.write', 'project.read'],
    });
    const answer = await team.call(caller, method, path(project), body);
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toEqual({
      detail: 'This requires a signed-in person, not an API token.',
    });
  });

  it('ends with its time, to the millisecond, and with its revocation', async () => {
    const first = await machine({ expires_in_days: 1 });
    const second = await machine({ expires_in_days: 30 });
    const asks = ({ caller, project }: typeof first) =>
      team.call(caller, 'GET', `/api/v1/projects/${project}/`);
    team.clock.advance(day - 1);
    expect((await asks(first)).statusCode).toBe(200);
    team.clock.advance(1);
    expect((await asks(first)).statusCode).toBe(401);
    const opening = { now: team.clock.now(), userAgent: 'test' };
    const token = await openSession(team.pool, second.owner.id, opening);
    const owner = { ...second.owner, token };
    expect((await asks(second)).statusCode).toBe(200);
    for (const _ of [1, 2]) {
      const answer = await team.call(owner, 'DELETE', `/api/v1/api-tokens/${second.created.id}/`);
      expect(answer.statusCode).toBe(200);
    }
    expect((await asks(second)).statusCode).toBe(401);
    const listed = await team.call(owner, 'GET', `/api/v1/api-tokens/?project=${second.project}`);
    expect(listed.json()).toEqual([]);
  });

  it("never allows more than its creator's present role", async () => {
    const { project, owner, caller } = await machine({ scopes: ['pixels.write', 'project.read'] });
    await team.pool.query(`update memberships set role = 'viewer' where user_id = $1`, [owner.id]);
    const request = await team.call(caller, 'GET', `/api/v1/projects/${project}/`);
    expect(request.statusCode).toBe(200);
    await team.pool.query('delete from memberships where user_id = $1', [owner.id]);
    const gone = await team.call(caller, 'GET', `/api/v1/projects/${project}/`);
    expect(gone.statusCode).toBe(401);
  });
});
