import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTeam, type Team } from './team.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

type Person = Awaited<ReturnType<Team['member']>>;
type Call = [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object];
type RequestInput = { id: number; name: string; other: Person; stranger: { email: string } };

const waiting = async (): Promise<number> => {
  const { rows } = await team.pool.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
};

/** Removes the role, as another owner would, while a call waits for the lock on the project. */
async function removedDuring(project: number, user: number, call: () => ReturnType<Team['call']>) {
  const client = await team.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from projects where id = $1 for no key update', [project]);
    const answered = call();
    await expect.poll(waiting).toBe(1);
    await client.query('delete from memberships where project_id = $1 and user_id = $2', [
      project,
      user,
    ]);
    await client.query('commit');
    return await answered;
  } finally {
    client.release();
  }
}

describe('an owner who is removed while a call of theirs waits', () => {
  it.each<[what: string, call: (request: RequestInput) => Call]>([
    [
      'makes no owner',
      ({ id, other }) => [
        ...(['PATCH', `/api/v1/projects/${id}/members/${other.id}/`] as const),
        { role: 'owner' },
      ],
    ],
    [
      'removes no member',
      ({ id, other }) => ['DELETE', `/api/v1/projects/${id}/members/${other.id}/`],
    ],
    [
      'adds no member',
      ({ id, stranger: { email } }) => [
        ...(['POST', '/api/v1/invites-to-projects/'] as const),
        { email, role: 'owner', projects: [id] },
      ],
    ],
    [
      'invites no person',
      ({ id }) => [
        ...(['POST', '/api/v1/user/'] as const),
        { email: 'nobody@else.test', role: 'owner', projects: [id] },
      ],
    ],
    ['deletes nothing', ({ id, name }) => ['POST', `/api/v1/projects/${id}/delete/`, { name }]],
    ['renames nothing', ({ id }) => ['PATCH', `/api/v1/projects/${id}/`, { name: 'Mine' }]],
    ['gets no new key', ({ id }) => ['POST', `/api/v1/projects/${id}/rotate-collect-key/`]],
  ])('%s', async (_, call) => {
    const { id, name } = await team.project();
    const leaving = await team.member(id, 'owner');
    const other = await team.member(id, 'manager');
    const requests = call({ id, name, other, stranger: await team.person('second') });
    const everything = async () =>
      (
        await team.pool.query(
          `select p.*, array(select (user_id, role)::text from memberships
             where project_id = p.id and user_id <> $2 order by 1) as members from projects p where id = $1`,
          [id, leaving.id],
        )
      ).rows;
    const before = await everything();
    const { statusCode } = await removedDuring(id, leaving.id, () =>
      team.call(leaving, ...requests),
    );
    expect(statusCode).toBe(403);
    expect(await everything()).toEqual(before);
  });
});
