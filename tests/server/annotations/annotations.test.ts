import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { annotationSchema, maxAnnotations } from '#contract/annotations/schemas.ts';
import { changeAffiliate, createAffiliate } from '#server/affiliates/repository.ts';
import { annotationRoutes } from '#server/annotations/routes.ts';
import { addMember, createProject, removeMember } from '#server/projects/repository.ts';
import { type Database, startApp, startDatabase, stoppedClock } from '../accounts/test-app.ts';
import { apiCaller, createMember, type SignedInUser } from '../projects/users.ts';

let database: Database;
let app: FastifyInstance;
let call: ReturnType<typeof apiCaller>;
const clock = stoppedClock();
const path = '/api/v1/annotations/';
const noon = '2026-11-20T12:00:00.000Z';

beforeAll(async () => {
  database = await startDatabase();
  const { pool } = database;
  app = await startApp(pool, {
    clock,
    modules: [(app) => annotationRoutes(app, { pool, now: clock.now })],
  });
  call = apiCaller(app);
});
afterAll(async () => {
  await app?.close();
  await database?.stop();
});

/** A project that is older than every date in these tests. */
async function newProject(currency = 'USD'): Promise<number> {
  const { project } = await createProject(database.pool, {
    name: 'Acme',
    createdBy: null,
    currency,
  });
  await database.pool.query(
    `update master_pixels set created_at = '2001-01-01' where project_id = $1`,
    [project.id],
  );
  return project.id;
}

async function write(person: SignedInUser, project: number, body: object = {}) {
  const answer = await call(person, 'POST', path, { project, at: noon, text: 'Sale', ...body });
  expect(answer.statusCode, answer.body).toBe(201);
  return annotationSchema.parse(answer.json());
}

async function read(
  person: SignedInUser,
  project: number,
  days = 'start=2026-11-20&end=2026-11-20',
) {
  const answer = await call(person, 'GET', `${path}?project_id=${project}&${days}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return z.array(annotationSchema).parse(answer.json());
}
const textsOf = async (...requests: Parameters<typeof read>): Promise<string[]> =>
  (await read(...requests)).map(({ text }) => text);

describe('notes', () => {
  it('are written, read in the order of their times, changed and removed', async () => {
    const project = await newProject();
    const person = await createMember(database.pool, project, 'buyer');
    const later = await write(person, project, { text: '  Raised the budget ' });
    await write(person, project, { text: 'Page', at: '2026-11-20T05:00:00-05:00' });
    expect(later).toEqual({
      id: later.id,
      project,
      type: 'note',
      at: noon,
      text: 'Raised the budget',
      author: null,
      can_change: true,
    });
    expect(await textsOf(person, project)).toEqual(['Page', 'Raised the budget']);

    const moved = await call(person, 'PATCH', `${path}${later.id}/`, {
      text: 'Lowered it',
      at: '2026-11-20T09:00:00Z',
    });
    expect(moved.json()).toMatchObject({ text: 'Lowered it', at: '2026-11-20T09:00:00.000Z' });
    expect(await textsOf(person, project)).toEqual(['Lowered it', 'Page']);

    const removed = await call(person, 'DELETE', `${path}${later.id}/`);
    expect([removed.statusCode, removed.body]).toEqual([200, 'The note was removed.']);
    expect(await textsOf(person, project)).toEqual(['Page']);
  });

  it('are restored with their author, for a day', async () => {
    const project = await newProject();
    const { pool } = database;
    const [author, owner] = [
      await createMember(pool, project, 'buyer'),
      await createMember(pool, project, 'owner'),
    ];
    const note = await write(author, project);
    const at = `${path}${note.id}/`;
    await call(owner, 'DELETE', at);
    expect((await call(author, 'PATCH', at, { text: 'Mine' })).statusCode).toBe(404);
    expect((await call(owner, 'PATCH', at, { removed: false })).json()).toMatchObject(note);
    expect(await read(author, project)).toEqual([note]);

    await call(owner, 'DELETE', at);
    await pool.query(
      `update annotations set removed_at = removed_at - interval '25 h' where id = $1`,
      [note.id],
    );
    await call(author, 'DELETE', `${path}${(await write(author, project)).id}/`);
    expect((await call(owner, 'PATCH', at, { removed: false })).statusCode).toBe(404);
  });

  it('are read by every member of the project and by no other', async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { pool } = database;
    const author = await createMember(pool, project, 'manager');
    await pool.query(`update users set first_name = 'Ana', last_name = 'Ruiz' where id = $1`, [
      author.id,
    ]);
    const note = await write(author, project);
    expect(note.author).toBe('Ana Ruiz');
    for (const role of ['viewer', 'billing'] as const) {
      const reader = await createMember(pool, project, role);
      expect(await read(reader, project)).toEqual([{ ...note, can_change: false }]);
    }
    const affiliate = await createMember(pool, project, 'affiliate');
    expect(await read(affiliate, project)).toEqual([{ ...note, author: null, can_change: false }]);

    const stranger = await createMember(pool, other, 'owner');
    const foreign = await call(stranger, 'PATCH', `${path}${note.id}/`, { text: 'Mine' });
    const missing = await call(stranger, 'PATCH', `${path}999999999/`, { text: 'Mine' });
    expect([foreign.statusCode, foreign.body]).toEqual([404, missing.body]);
    const query = 'start=2026-11-20&end=2026-11-20';
    const request = await call(stranger, 'GET', `${path}?project_id=${project}&${query}`);
    expect(request.statusCode).toBe(403);
    await removeMember(pool, project, author.id);
    expect((await call(author, 'DELETE', `${path}${note.id}/`)).statusCode).toBe(404);
  });

  it('are changed by their author, an owner or a manager', async () => {
    const project = await newProject();
    const { pool } = database;
    const author = await createMember(pool, project, 'buyer');
    const note = await write(author, project);
    const tries = async (person: SignedInUser) =>
      (await call(person, 'PATCH', `${path}${note.id}/`, { text: 'Changed' })).statusCode;
    for (const [role, status] of [
      ['owner', 200],
      ['manager', 200],
      ['buyer', 403],
      ['viewer', 403],
      ['billing', 403],
      ['affiliate', 403],
    ] as const) {
      expect([role, await tries(await createMember(pool, project, role))]).toEqual([role, status]);
    }
    expect(await tries(author)).toBe(200);
    await addMember(pool, project, author.id, 'viewer');
    expect(await tries(author)).toBe(403);
    expect((await read(author, project))[0]?.can_change).toBe(false);
  });

  it('belong to the days of the requested zone, including the last one', async () => {
    const project = await newProject();
    const person = await createMember(database.pool, project, 'owner');
    const edges = [
      ['before', '2026-11-01T03:59:59.999Z'],
      ['first', '2026-11-01T04:00:00Z'],
      ['one', '2026-11-01T05:30:00Z'],
      ['one again', '2026-11-01T06:30:00Z'],
      ['last', '2026-11-02T04:59:59.999Z'],
      ['after', '2026-11-02T05:00:00Z'],
    ] as const;
    for (const [text, at] of edges) await write(person, project, { text, at });
    const day = 'start=11/01/2026&end=2026-11-01';
    expect(await textsOf(person, project, `${day}&timezone=US/Eastern`)).toEqual([
      'first',
      'one',
      'one again',
      'last',
    ]);
    expect(await textsOf(person, project, day)).toEqual(['before', 'first', 'one', 'one again']);
  });

  it.each([
    ['text', { text: ' ' }],
    ['text', { text: 'x'.repeat(201) }],
    ['text', { text: 'two\nlines' }],
    ['text', { text: undefined }],
    ['at', { at: 'yesterday' }],
    ['at', { at: '2026-11-20' }],
    ['at', { at: '1999-12-31T23:59:59Z' }],
    ['author', { author: 1 }],
  ])('are refused for their %s', async (field, body) => {
    const project = await newProject();
    const person = await createMember(database.pool, project, 'owner');
    const answer = await call(person, 'POST', path, { project, at: noon, text: 'Odd', ...body });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    const note = await write(person, project);
    const changed = await call(person, 'PATCH', `${path}${note.id}/`, { text: 'Fine', ...body });
    const named = Object.values(body)[0] === undefined ? [] : [field];
    expect(changed.statusCode === 200 ? [] : Object.keys(changed.json())).toEqual(named);
  });

  it.each([
    ['project_id', 'start=2026-11-20&end=2026-11-20'],
    ['start', 'project_id=1&start=someday&end=2026-11-20'],
    ['end', 'project_id=1&start=2026-11-20&end=2026-11-19'],
    ['timezone', 'project_id=1&start=2026-11-20&end=2026-11-20&timezone=Mars/Olympus'],
  ])('are not listed with a bad %s', async (field, query) => {
    const person = await createMember(database.pool, await newProject(), 'owner');
    const answer = await call(person, 'GET', `${path}?${query}`);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
  });

  it('are limited, also when many are written at the same time', async () => {
    const project = await newProject();
    const person = await createMember(database.pool, project, 'owner');
    await database.pool.query(
      `insert into annotations (project_id, at, text, created_at, updated_at)
       select $1, now(), n::text, now(), now() from generate_series(1, $2::int) n`,
      [project, maxAnnotations - 2],
    );
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) => call(person, 'POST', path, { project, at: noon, text })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 400, 400]);
  });

  it('make room when they are removed, and are restored where there is still room', async () => {
    const project = await newProject();
    const person = await createMember(database.pool, project, 'owner');
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into annotations (project_id, at, text, created_at, updated_at)
       select $1, now(), n::text, now(), now() from generate_series(1, $2::int) n returning id`,
      [project, maxAnnotations],
    );
    const at = (index: number) => `${path}${rows[index]?.id}/`;
    const remove = (index: number) => call(person, 'DELETE', at(index));
    const bringBack = (index: number) => call(person, 'PATCH', at(index), { removed: false });
    const another = () => call(person, 'POST', path, { project, at: noon, text: 'In its place' });
    expect((await bringBack(0)).statusCode).toBe(200);
    await remove(0);
    expect((await another()).statusCode).toBe(201);
    expect((await another()).statusCode).toBe(400);
    const back = await bringBack(0);
    expect([back.statusCode, Object.keys(back.json())]).toEqual([400, ['removed']]);
    await remove(1);
    expect((await bringBack(0)).statusCode).toBe(200);
  });
});

describe('automatic marks', () => {
  const days = 'start=2026-11-20&end=2026-11-20';
  const mark = { id: null, type: 'auto', author: null, can_change: false };

  it('show stored changes with their time', async () => {
    const project = await newProject();
    const { pool } = database;
    const owner = await createMember(pool, project, 'owner');
    const add = async (name: string, at: string) => {
      const id = await createAffiliate(pool, { affId: name, projectId: project, name });
      await pool.query('update affiliates set created_at = $2 where id = $1', [id, at]);
      return id;
    };
    const north = await add('North Media', '2026-11-20T08:00:00Z');
    await add('South', '2026-11-20T09:00:00Z');
    await add('East', '2026-11-20T09:14:59Z');
    await add('West', '2026-11-20T09:15:00Z');
    const shared = { type: 'revshare', value: 0.125 } as const;
    await changeAffiliate(pool, north, { payout: shared }, new Date('2026-11-20T10:00:00Z'));
    const fixed = { type: 'cpa', value: 3.5 } as const;
    await changeAffiliate(pool, north, { payout: fixed }, new Date('2026-11-20T11:00:00Z'));
    await pool.query('update master_pixels set created_at = $2 where project_id = $1', [
      project,
      '2026-11-20T07:00:00Z',
    ]);
    const note = await write(owner, project, { at: '2026-11-20T08:30:00Z' });

    const found = await read(owner, project, days);
    expect(found.map(({ at, text }) => [at.slice(11, 16), text])).toEqual([
      ['07:00', 'Pixel “Purchase” was created.'],
      ['08:00', 'North Media was added as an affiliate.'],
      ['08:30', 'Sale'],
      ['09:00', '2 affiliates were added.'],
      ['09:15', 'West was added as an affiliate.'],
      ['10:00', 'The payout of North Media became 12.5 % of revenue.'],
      ['11:00', 'The payout of North Media became 3.50 USD a conversion.'],
    ]);
    expect(found.filter(({ id }) => id !== note.id).every((one) => one.type === 'auto')).toBe(true);
    expect(found[0]).toMatchObject({ ...mark, project });
  });

  it.each([
    ['JPY', '3.50', '3.1255'],
    ['KWD', '3.500', '3.1255'],
  ])('write payouts with the decimals of %s', async (currency, even, fine) => {
    const project = await newProject(currency);
    const { pool } = database;
    const owner = await createMember(pool, project, 'owner');
    const id = await createAffiliate(pool, { affId: 'n', projectId: project, name: 'North' });
    await pool.query(`update affiliates set created_at = '2001-01-01' where id = $1`, [id]);
    for (const [value, hour] of [
      [3.5, '10'],
      [3.1255, '11'],
    ] as const) {
      const payout = { type: 'cpa', value } as const;
      await changeAffiliate(pool, id, { payout }, new Date(`2026-11-20T${hour}:00:00Z`));
    }
    expect(await textsOf(owner, project, days)).toEqual(
      [even, fine].map((text) => `The payout of North became ${text} ${currency} a conversion.`),
    );
  });

  it('show an affiliate nothing about others', async () => {
    const project = await newProject();
    const { pool } = database;
    const ids: number[] = [];
    for (const name of ['North Media', 'South']) {
      const id = await createAffiliate(pool, { affId: name, projectId: project, name });
      await pool.query('update affiliates set created_at = $2 where id = $1', [id, noon]);
      const payout = { type: 'cpa', value: 4 } as const;
      await changeAffiliate(pool, id, { payout }, new Date('2026-11-20T13:00:00Z'));
      ids.push(id);
    }
    const north = await createMember(pool, project, 'affiliate', ids.slice(0, 1));
    expect(await textsOf(north, project, days)).toEqual([
      'North Media was added as an affiliate.',
      'The payout of North Media became 4.00 USD a conversion.',
    ]);
  });
});
