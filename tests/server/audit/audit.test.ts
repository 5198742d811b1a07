import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditEntry, auditEntrySchema } from '#contract/audit/schemas.ts';
import { auditTable } from '#server/audit/audit-file.ts';
import { recordAuditEntry, systemAuthor } from '#server/audit/audit-log.ts';
import { chainReport } from '#server/audit/chain-report.ts';
import { chainsIn, verify } from '#server/audit/hash-chain.ts';
import { inTransaction } from '#server/database/orm.ts';
import { csvOf } from '#server/platform/tables/csv.ts';
import { unescapeFormula } from '#server/platform/tables/spreadsheet-text.ts';
import { startTeam, type Team } from '../members/team.ts';

let team: Team;

beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

const at = new Date('2026-11-20T12:00:00.000Z');

/** So many entries in a project of their own. */
async function chained(entries: number) {
  const created = await team.project();
  for (let number = 1; number <= entries; number += 1) {
    await inTransaction(team.pool, (client) =>
      recordAuditEntry(
        client,
        { userId: created.owner.id, token: null, network: '198.51.100' },
        at,
        {
          action: 'affiliate.changed',
          project: created.id,
          target: `Partner ${number}`,
          details: { number, nested: { b: [1, { z: 1, a: null }], a: 'x' }, left: undefined },
        },
      ),
    );
  }
  return { ...created, chain: `project:${created.id}` };
}

/** Changes that a person with the operator's rights could make to the rows. */
async function behindTheBack(statement: string, values: unknown[]) {
  await team.pool.query('alter table audit_entries disable trigger user');
  await team.pool.query(statement, values);
  await team.pool.query('alter table audit_entries enable trigger user');
}

describe('the chain', () => {
  it('is valid over all entries, also for concurrent ones', async () => {
    const { id, chain } = await chained(3);
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        inTransaction(team.pool, (client) =>
          recordAuditEntry(client, systemAuthor, at, {
            action: 'project.changed',
            project: id,
            target: `${number}`,
          }),
        ),
      ),
    );
    expect(await verify(team.pool, chain)).toEqual({ checked: 23, brokenAt: null });
    expect(await chainsIn(team.pool)).toContain(chain);
  });

  it.each([
    ['update audit_entries set target = $1', ['x']],
    ['delete from audit_entries where $1 = $1', ['x']],
    ['truncate audit_entries', []],
  ])('is append-only: %s', async (statement, values) => {
    await chained(1);
    await expect(team.pool.query(statement, values)).rejects.toThrow(
      'The audit log is only ever added to.',
    );
  });

  it.each([
    ['what', `update audit_entries set action = 'member.added' where chain = $1 and number = 3`],
    ['to what', `update audit_entries set target = 'another' where chain = $1 and number = 3`],
    ['details', `update audit_entries set details = '{}' where chain = $1 and number = 3`],
    ['who', 'update audit_entries set actor_id = 1 where chain = $1 and number = 3'],
    ['from where', `update audit_entries set network = null where chain = $1 and number = 3`],
    ['when', `update audit_entries set at = at + interval '1 ms' where chain = $1 and number = 3`],
    ['hash', `update audit_entries set hash = '\\x00' where chain = $1 and number = 3`],
  ])('names the changed row after %s', async (_, statement) => {
    const { chain } = await chained(5);
    const { rows } = await team.pool.query(
      'select id from audit_entries where chain = $1 and number = 3',
      [chain],
    );
    await behindTheBack(statement, [chain]);
    expect(await verify(team.pool, chain)).toEqual({ checked: 2, brokenAt: Number(rows[0].id) });
  });

  it('notices a missing entry, in the middle or at the end', async () => {
    const middle = await chained(5);
    const { rows } = await team.pool.query(
      'select id from audit_entries where chain = $1 and number = 4',
      [middle.chain],
    );
    await behindTheBack('delete from audit_entries where chain = $1 and number = 3', [
      middle.chain,
    ]);
    expect(await verify(team.pool, middle.chain)).toEqual({
      checked: 2,
      brokenAt: Number(rows[0].id),
    });
    const end = await chained(5);
    await behindTheBack('delete from audit_entries where chain = $1 and number > 3', [end.chain]);
    expect(await verify(team.pool, end.chain)).toEqual({ checked: 3, brokenAt: 0 });
  });

  it('contains nothing of a rolled-back transaction', async () => {
    const { id, chain } = await chained(2);
    const failing = inTransaction(team.pool, async (client) => {
      await recordAuditEntry(client, systemAuthor, at, {
        action: 'project.changed',
        project: id,
        target: 'x',
      });
      throw new Error('Something else went wrong.');
    });
    await expect(failing).rejects.toThrow('Something else');
    expect(await verify(team.pool, chain)).toEqual({ checked: 2, brokenAt: null });
  });
});

describe('the command', () => {
  it('names every chain and row that was changed', async () => {
    const own = await startTeam();
    const [first, second] = [await own.project(), await own.project()];
    for (const { id } of [first, second, first]) {
      await inTransaction(own.pool, (client) =>
        recordAuditEntry(client, systemAuthor, at, {
          action: 'project.changed',
          project: id,
          target: 'x',
        }),
      );
    }
    expect(await chainReport(own.pool)).toEqual({ holds: true, sentences: ['3 entries hold.'] });
    await own.pool.query('alter table audit_entries disable trigger user');
    const { rows } = await own.pool.query(
      `update audit_entries set target = 'y' where chain = $1 and number = 2 returning id`,
      [`project:${first.id}`],
    );
    await own.pool.query('delete from audit_entries where chain = $1', [`project:${second.id}`]);
    expect(await chainReport(own.pool)).toEqual({
      holds: false,
      sentences: [
        `Entry ${rows[0].id} of project:${first.id} was changed after it was written.`,
        `The end of project:${second.id} is missing: 0 entries hold.`,
        '1 entries hold.',
      ],
    });
    await own.stop();
  });
});

describe('the log', () => {
  it('is read page by page, latest first, with actor, action, target and network', async () => {
    const { id, owner } = await chained(7);
    const viewer = await team.member(id, 'viewer');
    await team.call(owner, 'DELETE', `/api/v1/projects/${id}/members/${viewer.id}/`);
    const pages: AuditEntry[][] = [];
    let cursor: string | undefined;
    do {
      const answer = await team.call(
        owner,
        'GET',
        `/api/v1/audit-log/?project=${id}&page_size=3${cursor ? `&cursor=${cursor}` : ''}`,
      );
      pages.push(answer.json().map((one: object) => auditEntrySchema.parse(one)));
      cursor = answer.headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(pages.map((page) => page.length)).toEqual([3, 3, 2]);
    const entries = pages.flat();
    expect(entries[0]).toMatchObject({
      action: 'member.removed',
      target: viewer.email,
      details: { role: 'viewer' },
      actor: { id: owner.id, email: owner.email },
      via: null,
      from: '127.0.0',
    });
    expect(entries.at(-1)?.target).toBe('Partner 1');
    const verdict = await team.call(owner, 'POST', '/api/v1/audit-log/verify/', { project: id });
    expect(verdict.json()).toEqual({ holds: true, checked: 8, broken_at: null });
  });

  it('contains every change of a project, and no refused one', async () => {
    const owner = await team.person('founder');
    const created = await team.call(owner, 'POST', '/api/v1/projects/', { name: 'Told' });
    const { id } = created.json();
    const path = `/api/v1/projects/${id}`;
    const affiliate = await team.call(owner, 'POST', '/api/v1/affiliates/', {
      aff_id: 'told',
      project: id,
      name: 'Told',
    });
    const postback = { postback_url: 'https://partner.test/?key=a-secret' };
    await team.call(owner, 'PUT', `/api/v1/affiliates/${affiliate.json().id}/`, postback);
    await team.call(owner, 'PATCH', `${path}/`, { name: 'Told twice' });
    await team.call(owner, 'PATCH', `${path}/`, { name: '' });
    await team.call(owner, 'POST', `${path}/rotate-collect-key/`);
    await team.call(owner, 'POST', `${path}/delete/`, { name: 'Another' });
    await team.call(owner, 'POST', `${path}/delete/`, { name: 'Told twice' });
    await team.call(owner, 'POST', `${path}/restore/`);
    await team.call(owner, 'POST', `${path}/restore/`);
    const log = await team.call(owner, 'GET', `/api/v1/audit-log/?project=${id}`);
    const told = log.json().map(({ action, target }: AuditEntry) => [action, target]);
    expect(told.reverse()).toEqual([
      ['project.created', 'Told'],
      ['affiliate.created', 'told'],
      ['affiliate.changed', 'told'],
      ['project.changed', 'Told'],
      ['collect-key.rotated', 'Told twice'],
      ['project.deleted', 'Told twice'],
      ['project.restored', 'Told twice'],
    ]);
    expect(log.body).not.toContain('a-secret');
    expect(log.body).not.toMatch(/cs_[\w-]{20}/);
  });

  it('is searched by text, action and day', async () => {
    const { id, owner } = await chained(3);
    const found = async (query: string) =>
      (await team.call(owner, 'GET', `/api/v1/audit-log/?project=${id}&${query}`))
        .json()
        .map(({ target }: AuditEntry) => target);
    expect(await found('search=partner%202')).toEqual(['Partner 2']);
    expect(await found(`search=${owner.email.toUpperCase()}`)).toHaveLength(3);
    expect(await found('search=198.51.100')).toHaveLength(3);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('action=affiliate.changed')).toHaveLength(3);
    expect(await found('action=project.changed')).toEqual([]);
    expect(await found('start=2026-11-20&end=2026-11-20')).toHaveLength(3);
    expect(await found('start=2026-11-21')).toEqual([]);
    expect(await found('end=2026-11-19')).toEqual([]);
  });

  it('shows people the actions on their own account', async () => {
    const person = await team.person('lonely');
    await inTransaction(team.pool, (client) =>
      recordAuditEntry(client, systemAuthor, at, {
        action: 'password.changed',
        user: person.id,
        target: person.email,
      }),
    );
    const answer = await team.call(person, 'GET', '/api/v1/audit-log/');
    expect(answer.json()).toMatchObject([{ action: 'password.changed', actor: null }]);
    const stranger = await team.person('stranger');
    expect((await team.call(stranger, 'GET', '/api/v1/audit-log/')).json()).toEqual([]);
  });
});

describe('the file', () => {
  it('holds every entry of the log', async () => {
    const { id, owner } = await chained(4);
    const answer = await team.call(owner, 'GET', `/api/v1/audit-log/export/?project=${id}`);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="audit-log-[\w-]+-until-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const rows = parse(answer.body, { columns: true }) as Record<string, string>[];
    expect(rows.map(({ target }) => target)).toEqual([
      'Partner 4',
      'Partner 3',
      'Partner 2',
      'Partner 1',
    ]);
  });

  it('contains no cell that a spreadsheet runs as a formula, and every text unchanged', async () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[=+\-@\t\r＝＋－＠'][^\0]{0,20}$/),
    );
    await fc.assert(
      fc.asyncProperty(words, words, words, async (target, email, name) => {
        const entry: AuditEntry = {
          id: 1,
          at: at.toISOString(),
          action: 'project.changed',
          from: null,
          hash: 'ab',
          target,
          actor: { id: 1, email },
          via: name,
          details: { name },
        };
        const file = await text(Readable.from(csvOf(auditTable([entry]), 'comma')));
        const [row] = parse(file, { columns: true }) as [Record<string, string>];
        for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
        expect(unescapeFormula(row.target ?? '')).toBe(target);
        expect(unescapeFormula(row.actor ?? '')).toBe(email);
        expect(unescapeFormula(row.via ?? '')).toBe(name);
      }),
      { numRuns: 500 },
    );
  });
});
