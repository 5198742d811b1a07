import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '#server/access/access.ts';
import { readAccess } from '#server/accounts/sessions.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { addMember, createProject } from '#server/projects/repository.ts';
import { resolveScope, type Selection } from '#server/projects/resolve-scope.ts';
import { type Database, startDatabase } from '../accounts/test-app.ts';
import { createMember, type SignedInUser, start } from './users.ts';

let database: Database;
const projects: number[] = [];
const affiliates: number[] = [];

beforeAll(async () => {
  database = await startDatabase();
  for (const name of ['First', 'Second', 'Foreign']) {
    const { project } = await createProject(database.pool, { name, createdBy: null });
    projects.push(project.id);
    for (const affId of ['1001', '1002', '1003']) {
      const created = { projectId: project.id, affId, name: `${name} ${affId}` };
      affiliates.push(await createAffiliate(database.pool, created));
    }
  }
});
afterAll(() => database?.stop());

const project = (index: number) => projects[index] ?? -1;
const affiliate = (index: number) => affiliates[index] ?? -1;

async function accessOf(person: SignedInUser): Promise<Access> {
  const access = await readAccess(database.pool, person.token, start);
  if (!access) throw new Error('There is no session.');
  return access;
}

async function refusal(access: Access, selection: Selection): Promise<Refusal> {
  const outcome = await resolveScope(database.pool, access, selection).catch((error) => error);
  expect(outcome).toBeInstanceOf(Refusal);
  return outcome;
}

describe('a scope', () => {
  it('is all of a project for "all"', async () => {
    const access = await accessOf(await createMember(database.pool, project(0), 'viewer'));
    const scope = await resolveScope(database.pool, access, {
      affiliate_id: ['all'],
      project_id: project(0),
    });
    expect(scope.projects).toMatchObject([{ id: project(0), slug: 'first', affids: null }]);
  });

  it('is the listed affiliates, each once, grouped by project', async () => {
    const person = await createMember(database.pool, project(0), 'viewer');
    await database.pool.query(
      'insert into memberships (user_id, project_id, role) values ($1, $2, $3)',
      [person.id, project(1), 'buyer'],
    );
    const access = await accessOf(person);
    const ids = [4, 0, 1, 0].map((index) => `${affiliate(index)}`);
    const scope = await resolveScope(database.pool, access, { affiliate_id: ids });
    expect(scope.projects.map(({ id, affids }) => [id, affids])).toEqual([
      [project(0), ['1001', '1002']],
      [project(1), ['1002']],
    ]);
    const mismatch = await refusal(access, { affiliate_id: ids, project_id: project(0) });
    expect([mismatch.status, Object.keys(mismatch.body)]).toEqual([400, ['affiliate_id']]);
  });

  it('is of one currency: money of two cannot be added up', async () => {
    const { project: abroad } = await createProject(database.pool, {
      name: 'Abroad',
      createdBy: null,
      currency: 'EUR',
    });
    const created = { projectId: abroad.id, affId: '1001', name: 'Abroad' };
    const id = await createAffiliate(database.pool, created);
    const person = await createMember(database.pool, project(0), 'viewer');
    await addMember(database.pool, abroad.id, person.id, 'viewer');
    const access = await accessOf(person);
    const { status, body } = await refusal(access, { affiliate_id: [`${affiliate(0)}`, `${id}`] });
    expect([status, body]).toEqual([
      400,
      {
        affiliate_id: [
          'These affiliates belong to projects in EUR, USD. Choose affiliates of one currency at a time.',
        ],
      },
    ]);
    for (const own of [affiliate(0), id]) {
      const scope = await resolveScope(database.pool, access, { affiliate_id: [`${own}`] });
      expect(scope.projects).toHaveLength(1);
    }
  });

  it('needs a project for "all", and takes nothing beside "all"', async () => {
    const access = await accessOf(await createMember(database.pool, project(0), 'viewer'));
    const nowhere = await refusal(access, { affiliate_id: ['all'] });
    expect([nowhere.status, Object.keys(nowhere.body)]).toEqual([400, ['project_id']]);
    const both = await refusal(access, {
      affiliate_id: ['all', `${affiliate(0)}`],
      project_id: project(0),
    });
    expect([both.status, Object.keys(both.body)]).toEqual([400, ['affiliate_id']]);
  });

  it.each([
    ['a foreign project', () => ({ affiliate_id: ['all'], project_id: project(2) })],
    ['a missing project', () => ({ affiliate_id: ['all'], project_id: 999_999_999 })],
    ['a foreign affiliate', () => ({ affiliate_id: [`${affiliate(0)}`, `${affiliate(6)}`] })],
    ['a missing affiliate', () => ({ affiliate_id: [`${affiliate(0)}`, '999999999'] })],
    [
      'a foreign project beside own affiliates',
      () => ({ affiliate_id: [`${affiliate(0)}`], project_id: project(2) }),
    ],
  ])('is refused for %s, the same way every time', async (_, selection) => {
    const access = await accessOf(await createMember(database.pool, project(0), 'owner'));
    const { status, body } = await refusal(access, selection());
    expect([status, body]).toEqual([403, { detail: 'You do not have access to this.' }]);
  });

  it('of a member with the role affiliate is its own part', async () => {
    const member = await createMember(database.pool, project(0), 'affiliate', [affiliate(1)]);
    const access = await accessOf(member);
    const all = { affiliate_id: ['all'], project_id: project(0) };
    const scope = await resolveScope(database.pool, access, all);
    expect(scope.projects.map(({ affids }) => affids)).toEqual([['1002']]);
    expect((await refusal(access, { affiliate_id: [`${affiliate(0)}`] })).status).toBe(403);

    const noAccess = await accessOf(await createMember(database.pool, project(0), 'affiliate'));
    const nothing = await resolveScope(database.pool, noAccess, all);
    expect(nothing.projects.map(({ affids }) => affids)).toEqual([[]]);
  });

  it('equals a model over plain sets, for any members and lists', async () => {
    const picks = fc.uniqueArray(fc.nat({ max: 8 }), { maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([0, 1]),
        fc.option(fc.subarray([0, 1, 2]), { nil: null }),
        picks.filter((list) => list.length > 0),
        async (member, own, list) => {
          const access: Access = {
            userId: 1,
            isSuperuser: false,
            isDebug: false,
            memberships: member.map((index) => ({
              projectId: project(index),
              name: '',
              slug: '',
              timezone: 'UTC',
              currency: 'USD',
              role: own ? 'affiliate' : 'viewer',
              affiliates:
                own?.map((n) => ({
                  id: affiliate(index * 3 + n),
                  affId: `${1001 + n}`,
                })) ?? null,
            })),
          };
          const mayRead = (index: number) =>
            member.includes(Math.floor(index / 3)) && (own === null || own.includes(index % 3));
          const selection = { affiliate_id: list.map((index) => `${affiliate(index)}`) };
          if (!list.every(mayRead)) {
            expect((await refusal(access, selection)).status).toBe(403);
            return;
          }
          const scope = await resolveScope(database.pool, access, selection);
          const read = scope.projects.flatMap(({ id, affids }) =>
            (affids ?? []).map((affId) => `${id} ${affId}`),
          );
          const wanted = list.map(
            (index) => `${project(Math.floor(index / 3))} ${1001 + (index % 3)}`,
          );
          expect(read.sort()).toEqual(wanted.sort());
        },
      ),
      { numRuns: 300 },
    );
  });

  it('of 5,000 affiliates takes one query', async () => {
    const { project: large } = await createProject(database.pool, {
      name: 'Large',
      createdBy: null,
    });
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into affiliates (project_id, aff_id, name)
       select $1, 'x' || n, 'x' from generate_series(1, 5000) n returning id`,
      [large.id],
    );
    const ids = rows.map(({ id }) => id);
    const access = await accessOf(await createMember(database.pool, large.id, 'affiliate', ids));
    let queries = 0;
    const counting = Object.create(database.pool, {
      query: {
        value: (...args: Parameters<typeof database.pool.query>) => {
          queries += 1;
          return database.pool.query(...args);
        },
      },
    });
    const scope = await resolveScope(counting, access, { affiliate_id: ids.map(String) });
    expect(scope.projects[0]?.affids).toHaveLength(5_000);
    expect(queries).toBe(1);
  });
});
