import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAuditEntry } from '#server/audit/audit-log.ts';
import { erasePerson } from '#server/audit/erase-person.ts';
import { erasureReport } from '#server/audit/erasure-report.ts';
import { verify } from '#server/audit/hash-chain.ts';
import { inTransaction } from '#server/database/orm.ts';
import { startTeam, type Team } from '../members/team.ts';
import type { SignedInUser } from '../projects/users.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team?.stop());

const at = new Date('2026-11-20T12:00:00.000Z');
const network = '198.51.100';

type Written = { by: SignedInUser | null; target: string; details?: Record<string, unknown> };

async function write(project: number, { by, target, details = {} }: Written) {
  const author = { userId: by?.id ?? null, token: by && 'their token', network };
  await inTransaction(team.pool, (client) =>
    recordAuditEntry(client, author, at, { action: 'member.changed', project, target, details }),
  );
}

/** An entry as versions before the digests wrote it. */
async function writeAsBefore(project: number, { by, target, details = {} }: Written) {
  const chain = `project:${project}`;
  const { rows } = await team.pool.query<{ number: number; hash: Buffer }>(
    `insert into audit_heads (chain, number, hash) values ($1, 0, '')
     on conflict (chain) do update set number = audit_heads.number returning number, hash`,
    [chain],
  );
  const number = (rows[0]?.number ?? 0) + 1;
  const action = 'member.changed';
  const about = [by?.id ?? null, by?.email ?? null, null, action, target, details, network];
  const hash = createHash('sha256')
    .update(rows[0]?.hash ?? '')
    .update(JSON.stringify([chain, number, at.toISOString(), ...about]))
    .digest();
  await team.pool.query(
    `insert into audit_entries (chain, number, at, actor_id, actor_email, token_name, action, target, details, network, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [chain, number, at, ...about, hash],
  );
  await team.pool.query('update audit_heads set number = $2, hash = $3 where chain = $1', [
    chain,
    number,
    hash,
  ]);
}

const entriesOf = async (project: number) =>
  (
    await team.pool.query('select * from audit_entries where chain = $1 order by number', [
      `project:${project}`,
    ])
  ).rows;

/** A change that a person with the operator's rights could make to the rows. */
async function behindTheBack(statement: string, values: unknown[]) {
  await team.pool.query('alter table audit_entries disable trigger user');
  await team.pool.query(statement, values);
  await team.pool.query('alter table audit_entries enable trigger user');
}

describe('erasing a person', () => {
  it.each([
    ['entries with digests', write],
    ['entries of earlier versions', writeAsBefore],
  ])('leaves nothing of them in %s, and the chain holds', async (_, record) => {
    const { id, owner } = await team.project();
    const ana = await team.person('ana');
    await record(id, { by: ana, target: 'A partner', details: { role: 'viewer' } });
    await record(id, { by: owner, target: ana.email, details: { role: 'viewer' } });
    await record(id, { by: owner, target: 'x', details: { before: ana.email } });
    await record(id, { by: owner, target: 'Another', details: { role: 'buyer' } });
    await write(id, { by: owner, target: 'later' });
    const chain = `project:${id}`;
    const before = await verify(team.pool, chain);
    expect(before.brokenAt).toBeNull();

    const unsalted = record === writeAsBefore ? 3 : 0;
    expect(await erasePerson(team.pool, ana.email, at)).toEqual({ entries: 3, unsalted });
    expect(await verify(team.pool, chain)).toEqual({ checked: before.checked + 1, brokenAt: null });
    const entries = await entriesOf(id);
    expect(JSON.stringify(entries)).not.toContain(ana.email);
    expect(entries.slice(-6, -1)).toMatchObject([
      { actor_id: ana.id, actor_email: null, network: null, target: 'A partner' },
      { actor_id: owner.id, actor_email: owner.email, network, target: '', details: {} },
      { actor_email: owner.email, target: '', details: {} },
      { target: 'Another', details: { role: 'buyer' } },
      { target: 'later' },
    ]);
    expect(await erasePerson(team.pool, ana.email, at)).toEqual({ entries: 0, unsalted: 0 });
    expect((await erasePerson(team.pool, owner.email, at)).entries).toBeGreaterThan(3);
    expect((await verify(team.pool, chain)).brokenAt).toBeNull();
  });

  it.each([
    ['the address', 'Ann@x.com', true],
    ['a sentence', 'Given to ann@x.com.', true],
    ['a list', 'bob@x.com,ann@x.com;joann@x.com', true],
    ['brackets', 'Ann <ann@x.com>', true],
    ['quotes', "'ann@x.com'", true],
    ['a line of its own', 'first\nann@x.com\nlast', true],
    ['a longer name', 'joann@x.com', false],
    ['a name with a dot', 'jo.ann@x.com', false],
    ['a name with a sign', 'jo+ann@x.com', false],
    ['a name with an apostrophe', "o'ann@x.com", false],
    ['a longer domain', 'ann@x.com.au', false],
    ['another domain', 'ann@x.company', false],
    ['a domain with a hyphen', 'ann@x.com-y.net', false],
    ['a sign in place of the dot', 'ann@x-com', false],
  ])('takes only the whole address for theirs: %s', async (_, text, isTheirs) => {
    const { id, owner } = await team.project();
    const before = (await entriesOf(id)).length;
    const written = [
      { target: text },
      { target: 'x', details: { before: text } },
      { target: 'x', details: { list: [{ deep: ['y', text] }] } },
      { target: 'x', details: { [text]: 1 } },
    ];
    for (const one of written) await write(id, { by: owner, ...one });
    const { entries } = await erasePerson(team.pool, 'ann@x.com', at);
    expect(entries).toBe(isTheirs ? written.length : 0);
    const after = (await entriesOf(id)).slice(before, before + written.length);
    expect(after.map(({ about_erased }) => about_erased)).toEqual(written.map(() => isTheirs));
    if (!isTheirs) {
      expect(after).toMatchObject(written.map(({ target, details = {} }) => ({ target, details })));
    }
  });

  it('finds an address between any texts that do not go on with it', async () => {
    const { id, owner } = await team.project();
    const outside = fc.constantFrom(
      '',
      ' ',
      ',',
      ';',
      '(',
      ')',
      '<',
      '>',
      '"',
      '\n',
      '\t',
      '\\',
      ':',
      '/',
    );
    const inside = fc.constantFrom('a', 'Z', '7', '_', '-', 'é');
    const side = fc.oneof(
      outside.map((text) => ({ text, goesOn: false })),
      inside.map((text) => ({ text, goesOn: true })),
    );
    await fc.assert(
      fc.asyncProperty(side, side, async (left, right) => {
        const text = `some${left.goesOn ? ' ' : ''}${left.text}ann+1@x.com${right.text}`;
        const isApart = left.text !== '' && !left.goesOn;
        await write(id, { by: owner, target: 'x', details: { text } });
        const { entries } = await erasePerson(team.pool, 'ann+1@x.com', at);
        expect([text, entries]).toEqual([text, isApart && !right.goesOn ? 1 : 0]);
      }),
      { numRuns: 40 },
    );
  });

  it('says which entries have a hash that tells of a guess', () => {
    expect(erasureReport('ann@x.com', { entries: 3, unsalted: 0 })).toEqual([
      'ann@x.com was erased from 3 entries.',
    ]);
    expect(erasureReport('ann@x.com', { entries: 3, unsalted: 2 })).toEqual([
      'ann@x.com was erased from 3 entries.',
      expect.stringMatching(/^2 of them were written before hashes had salts: .*confirm the guess/),
    ]);
  });

  it('hides no change: whatever is changed in erased and other rows is found', async () => {
    const { id, owner } = await team.project();
    const ana = await team.person('ana');
    const chain = `project:${id}`;
    await writeAsBefore(id, { by: ana, target: 'one' });
    await write(id, { by: ana, target: 'two' });
    await write(id, { by: owner, target: 'three' });
    await erasePerson(team.pool, ana.email, at);
    expect((await verify(team.pool, chain)).brokenAt).toBeNull();
    const entries = await entriesOf(id);
    for (const change of [
      `action = 'member.left'`,
      `at = at + interval '1 ms'`,
      'actor_id = 77',
      `actor_email = 'other@people.test'`,
      `network = '10.0.0'`,
      `target = 'forged'`,
      `details = '{"role": "owner"}'`,
      `about_salt = null, about_erased = true, target = '', details = '{}'`,
      `actor_salt = null, actor_erased = true, actor_email = null, token_name = null, network = null`,
      'actor_erased = false',
      'actor_digest = null, about_digest = null',
      `hash = '\\x00'`,
    ]) {
      for (const { id: row } of entries) {
        const { rows: kept } = await team.pool.query('select * from audit_entries where id = $1', [
          row,
        ]);
        await behindTheBack(`update audit_entries set ${change} where id = $1`, [row]);
        const { rows: now } = await team.pool.query('select * from audit_entries where id = $1', [
          row,
        ]);
        if (JSON.stringify(now) !== JSON.stringify(kept)) {
          expect([change, row, (await verify(team.pool, chain)).brokenAt]).toEqual([
            change,
            row,
            expect.any(Number),
          ]);
        }
        await behindTheBack('delete from audit_entries where id = $1', [row]);
        await team.pool.query(
          `insert into audit_entries overriding system value
           select * from jsonb_populate_record(null::audit_entries, $1)`,
          [JSON.stringify(asRecord(kept[0]))],
        );
      }
    }
    expect((await verify(team.pool, chain)).brokenAt).toBeNull();
  });

  it('is refused where a row was changed before', async () => {
    const { id } = await team.project();
    const ana = await team.person('ana');
    await write(id, { by: ana, target: 'one' });
    await behindTheBack('update audit_entries set target = $2 where chain = $1', [
      `project:${id}`,
      'two',
    ]);
    await expect(erasePerson(team.pool, ana.email, at)).rejects.toThrow('run verify-audit');
  });

  it.each([
    'actor_email = null',
    `target = ''`,
    `actor_erased = true, actor_email = 'b@people.test'`,
    'actor_erased = true, actor_email = null, token_name = null, network = null, actor_salt = null, actor_id = 7',
    `about_erased = true, target = '', details = '{}', about_salt = null, hash = '\\x00'`,
  ])('is the only change that rows take: %s', async (change) => {
    const { id, owner } = await team.project();
    await write(id, { by: owner, target: 'one' });
    await expect(
      team.pool.query(`update audit_entries set ${change} where chain = $1`, [`project:${id}`]),
    ).rejects.toThrow('The audit log is only ever added to.');
  });

  it('leaves every chain valid, whoever is erased in whatever order', async () => {
    const people = await Promise.all(['ana', 'ben', 'cy'].map((name) => team.person(name)));
    const person = fc.nat(people.length - 1);
    const step = fc.record({
      by: fc.option(person),
      named: fc.option(person),
      old: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.array(person, { maxLength: 3 }),
        async (steps, erased) => {
          const { id } = await team.project();
          // Entries of earlier versions come first in a chain.
          for (const { by, named } of steps.filter(({ old }) => old)) {
            const [author, about] = [by, named].map((one) => people[one ?? -1] ?? null);
            await writeAsBefore(id, { by: author ?? null, target: about?.email ?? 'x' });
          }
          for (const { by, named } of steps.filter(({ old }) => !old)) {
            const [author, about] = [by, named].map((one) => people[one ?? -1] ?? null);
            await write(id, { by: author ?? null, target: about?.email ?? 'x' });
          }
          for (const one of erased) await erasePerson(team.pool, people[one]?.email ?? '', at);
          expect((await verify(team.pool, `project:${id}`)).brokenAt).toBeNull();
          const text = JSON.stringify(await entriesOf(id));
          for (const one of erased) expect(text).not.toContain(people[one]?.email);
        },
      ),
      { numRuns: 20 },
    );
  });
});

/** A row as JSON that PostgreSQL reads back: bytes as `\x…`. */
const asRecord = (row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
    ]),
  );
