import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import { maxViews, savedViewSchema } from '#contract/saved-views/schemas.ts';
import { createProject, removeMember } from '#server/projects/repository.ts';
import { viewRoutes } from '#server/saved-views/routes.ts';
import { type Database, startApp, startDatabase, stoppedClock } from '../accounts/test-app.ts';
import { apiCaller, createMember, type SignedInUser } from '../projects/users.ts';

let database: Database;
let app: FastifyInstance;
let call: ReturnType<typeof apiCaller>;
let project = 0;
let other = 0;
const clock = stoppedClock();
const path = '/api/v1/views/';

beforeAll(async () => {
  database = await startDatabase();
  const { pool } = database;
  app = await startApp(pool, {
    clock,
    modules: [(app) => viewRoutes(app, { pool, now: clock.now })],
  });
  call = apiCaller(app);
  project = (await createProject(pool, { name: 'Acme', createdBy: null })).project.id;
  other = (await createProject(pool, { name: 'Other', createdBy: null })).project.id;
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
});

const newcomer = () => createMember(database.pool, project, 'viewer');

async function save(person: SignedInUser, body: object = {}) {
  const answer = await call(person, 'POST', path, {
    project,
    name: 'Mornings',
    opening: {},
    ...body,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return savedViewSchema.parse(answer.json());
}

async function namesOf(person: SignedInUser, query = ''): Promise<string[]> {
  const answer = await call(person, 'GET', path + query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().map(({ name }: { name: string }) => name);
}

describe('saved views', () => {
  it('are saved, listed, changed and removed', async () => {
    const person = await newcomer();
    const opening = { range: 'last_7_days', timezone: 'America/New_York', affiliates: [3, 4] };
    const view = await save(person, { name: '  Mornings ', opening });
    expect(view).toMatchObject({ project, name: 'Mornings', opening, position: 0 });
    expect(await save(person, { name: 'Evenings' })).toMatchObject({ position: 1 });

    const changed = await call(person, 'PATCH', `${path}${view.id}/`, {
      name: 'Dawn',
      position: 5,
    });
    expect(changed.json()).toEqual({ ...view, name: 'Dawn', position: 5 });
    expect(await namesOf(person)).toEqual(['Evenings', 'Dawn']);

    const removed = await call(person, 'DELETE', `${path}${view.id}/`);
    expect([removed.statusCode, removed.body]).toEqual([200, 'The view was removed.']);
    expect(await namesOf(person)).toEqual(['Evenings']);
    const again = await call(person, 'DELETE', `${path}${view.id}/`);
    expect([again.statusCode, again.json()]).toEqual([404, { detail: 'Not found.' }]);
  });

  it('keep the filters of the conversions, and their tab', async () => {
    const person = await newcomer();
    const filter = { ...emptyLogFilter, status: 'pending', attributed: false, least: '12.50' };
    const conversions = { view: 'summary', filter, isEarning: false };
    await save(person, { opening: { range: 'yesterday', conversions } });
    expect((await call(person, 'GET', path)).json()).toMatchObject([
      { opening: { range: 'yesterday', conversions } },
    ]);
  });

  it('are restored with their content and place', async () => {
    const person = await newcomer();
    const first = await save(person, { name: 'First', opening: { range: 'yesterday' } });
    await save(person, { name: 'Second' });
    await call(person, 'DELETE', `${path}${first.id}/`);
    const { name, opening, position } = first;
    expect(await save(person, { name, opening, position })).toMatchObject({ opening, position });
    expect(await namesOf(person)).toEqual(['First', 'Second']);
  });

  it('move to the requested place: the one there makes room, and no other moves', async () => {
    const [person, colleague] = [await newcomer(), await newcomer()];
    await save(colleague);
    const [first, , third] = [
      await save(person, { name: 'First' }),
      await save(person, { name: 'Second' }),
      await save(person, { name: 'Third' }),
    ];
    const up = await call(person, 'PATCH', `${path}${third.id}/`, { position: 1 });
    expect(up.json()).toMatchObject({ name: 'Third', position: 1 });
    expect(await namesOf(person)).toEqual(['First', 'Third', 'Second']);
    await call(person, 'PATCH', `${path}${first.id}/`, { position: 2 });
    expect(await namesOf(person)).toEqual(['Third', 'First', 'Second']);
    const listed = (await call(person, 'GET', path)).json();
    expect(listed.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
    expect((await call(colleague, 'GET', path)).json()).toMatchObject([{ position: 0 }]);
  });

  it('make room also for a restored one after another took its place', async () => {
    const person = await newcomer();
    await save(person, { name: 'First' });
    const second = await save(person, { name: 'Second' });
    await call(person, 'DELETE', `${path}${second.id}/`);
    await save(person, { name: 'Third' });
    const { name, opening, position } = second;
    await save(person, { name, opening, position });
    expect(await namesOf(person)).toEqual(['First', 'Second', 'Third']);
  });

  it('open with a new state once they are changed', async () => {
    const person = await newcomer();
    const view = await save(person, { opening: { range: 'yesterday' } });
    const opening = { range: 'last_7_days', timezone: 'America/New_York' };
    await call(person, 'PATCH', `${path}${view.id}/`, { opening });
    expect((await call(person, 'GET', path)).json()).toMatchObject([
      { name: 'Mornings', position: 0, opening },
    ]);
    const odd = await call(person, 'PATCH', `${path}${view.id}/`, { opening: { range: 'odd' } });
    expect([odd.statusCode, Object.keys(odd.json())]).toEqual([400, ['opening.range']]);
  });

  it('belong to one person: a colleague finds nothing', async () => {
    const [person, colleague] = [await newcomer(), await newcomer()];
    const view = await save(person);
    expect(await namesOf(colleague)).toEqual([]);
    const missing = await call(colleague, 'PATCH', `${path}999999999/`, { name: 'Mine' });
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await call(colleague, method, `${path}${view.id}/`, body);
      expect([answer.statusCode, answer.body]).toEqual([404, missing.body]);
    }
    expect(await namesOf(person)).toEqual(['Mornings']);
  });

  it('are of projects that the person may see now', async () => {
    const person = await newcomer();
    await save(person);
    const foreign = await call(person, 'POST', path, { project: other, name: 'X', opening: {} });
    expect(foreign.statusCode).toBe(403);
    expect((await call(person, 'GET', `${path}?project=${other}`)).statusCode).toBe(403);
    expect(await namesOf(person, `?project=${project}`)).toEqual(['Mornings']);
    await removeMember(database.pool, project, person.id);
    expect(await namesOf(person)).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
    ['name', { name: 'two\nlines' }],
    ['opening.range', { opening: { range: 'someday' } }],
    ['opening.project', { opening: { project: 7 } }],
    ['opening.colour', { opening: { colour: 'red' } }],
    ['opening', { opening: { affiliates: Array.from({ length: 9_000 }, (_, id) => id + 1) } }],
    ['position', { position: -1 }],
    ['owner', { owner: 1 }],
  ])('are refused for their %s', async (field, body) => {
    const person = await newcomer();
    const answer = await call(person, 'POST', path, { project, name: 'Odd', opening: {}, ...body });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    expect(await namesOf(person)).toEqual([]);
  });

  it('have names of their own within a project, whatever their case', async () => {
    const person = await newcomer();
    await save(person);
    const twin = { project, name: 'MORNINGS', opening: {} };
    const answer = await call(person, 'POST', path, twin);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['name']]);
    const second = await save(person, { name: 'Evenings' });
    const renamed = await call(person, 'PATCH', `${path}${second.id}/`, { name: 'mornings' });
    expect([renamed.statusCode, Object.keys(renamed.json())]).toEqual([400, ['name']]);
  });

  it('are limited, also when many are saved at the same time', async () => {
    const person = await newcomer();
    await database.pool.query(
      `insert into saved_views (user_id, project_id, name, opening, position, created_at, updated_at)
       select $1, $2, n::text, '{}', n, now(), now() from generate_series(1, $3::int) n`,
      [person.id, project, maxViews - 2],
    );
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        call(person, 'POST', path, { project, name, opening: {} }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 400, 400]);
    expect(await namesOf(person)).toHaveLength(maxViews);
  });
});
