import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { correctionRow } from '#server/attribution/correction-row.ts';
import { readFacts } from '#server/attribution/project-facts.ts';
import { changesOf } from '#server/attribution/row-changes.ts';
import type { SkippedConversion } from '#server/attribution/skip-failing.ts';
import { recordVersion } from '#server/pipeline/conversion-versions.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { at, event, purchase, select, storeInInbox } from './inbox-events.ts';

const stores = sharedStores();

let mover: Mover | null = null;
afterEach(async () => {
  await mover?.stop();
  mover = null;
});

function startMoving(log = silent): Mover {
  const { pool, warehouse } = stores();
  mover = startMover({ pool, warehouse, log, now: () => new Date() });
  return mover;
}

const counted = async (project: number) => {
  const [found] = await select<{ n: number }>(
    stores().warehouse,
    'SELECT toUInt32(count()) AS n FROM conversions FINAL WHERE project_id = {project:UInt32}',
    { project },
  );
  return found?.n;
};

describe('the longest allowed ids', () => {
  it.each([
    ['backslashes', '\\'],
    ['characters of three bytes', '漢'],
  ])('of %s block nothing', async (_, letter) => {
    const project = (await addProject(stores().pool)).id;
    const long = (name: string, index: number) => {
      const start = `${name}${index}`;
      return start + letter.repeat(Math.floor((256 - start.length) / letter.length));
    };
    const sales = Array.from({ length: 200 }, (_, index) =>
      purchase(project, {
        event_id: long('e', index),
        order_id: long('o', index),
        click_id: long('c', index),
        visitor_id: long('v', index),
        user_id: long('u', index),
        event_time: at(index),
      }),
    );
    const clicks = sales.map(({ click_id, visitor_id, user_id }) =>
      event(project, { click_id, visitor_id, user_id, affid: '1001', event_time: at(-1_000) }),
    );
    await storeInInbox(stores().pool, [...sales, ...clicks]);
    await startMoving().flush();
    expect(await counted(project)).toBe(200);
    expect(
      await select(
        stores().warehouse,
        `SELECT toUInt32(count()) AS n FROM conversions FINAL
         WHERE project_id = {project:UInt32} AND affid = '1001' AND startsWith(reason, 'click id')`,
        { project },
      ),
    ).toEqual([{ n: 200 }]);
  });
});

describe('accepted amounts', () => {
  it('block nothing, however large their sum is', async () => {
    const [project, other] = [await addProject(stores().pool), await addProject(stores().pool)];
    const big = { event_id: 'big', value: '99999999999999' };
    await storeInInbox(stores().pool, [
      purchase(project.id, big),
      purchase(project.id, { ...big, event_time: at(7_200_000) }),
      purchase(other.id),
    ]);
    await startMoving().flush();
    expect([await counted(project.id), await counted(other.id)]).toEqual([1, 1]);
  });
});

describe('a conversion that can never be computed', () => {
  it('is left out and logged without personal data; all others are there', async () => {
    const { id } = await addProject(stores().pool);
    const endless = 'endless '.repeat(40_000);
    const sales = Array.from({ length: 20 }, (_, index) =>
      purchase(id, { event_id: `e${index}`, event_time: at(index) }),
    );
    const bad = purchase(id, { event_id: endless, event_time: at(7) });
    await storeInInbox(stores().pool, [...sales.slice(0, 9), bad, ...sales.slice(9)]);
    const messages: string[] = [];
    const log = pino({ level: 'warn', base: null }, { write: (line) => messages.push(line) });
    await startMoving(log).flush();
    expect(await counted(id)).toBe(20);
    expect(messages.map((line) => JSON.parse(line))).toMatchObject([
      { project: id, time: at(7), conversion: null, reason: '62 SYNTAX_ERROR' },
    ]);
    expect(messages.join()).not.toContain('endless');

    await storeInInbox(stores().pool, [purchase(id, { event_id: 'e20' })]);
    await mover?.flush();
    expect(await counted(id)).toBe(21);
  });
});

describe('a row that can never be written', () => {
  it('is left out of its version and logged; all others are recorded', async () => {
    const { pool, warehouse } = stores();
    const { id } = await addProject(pool);
    const facts = (await readFacts(pool, [id])).get(id);
    if (!facts) throw new Error('The project has no facts.');
    const day = new Date(at(0));
    const corrections = Array.from({ length: 9 }, (_, index) =>
      correctionRow(facts, {
        id: index,
        affid: '',
        offer_id: '',
        revenue: '1',
        payout: '0',
        currency: 'USD',
        reason_code: 'other',
        note: '',
        effective_at: day,
      }),
    );
    const rows = changesOf(
      [],
      corrections.map((row) => ({ ...row, known: day.getTime() })),
    );
    const beyond = rows.map((row, index) =>
      index % 4 === 2 ? { ...row, value: '100000000000000.0000' } : row,
    );
    const told: SkippedConversion[] = [];
    await recordVersion(warehouse.writer, '77', beyond, {
      onSkipped: (left) => told.push(left),
    });
    const left = { project: id, time: at(0), reason: expect.stringMatching(/^\d+ [A-Z_]+$/) };
    expect(told).toEqual([
      { ...left, conversion: 'a_2' },
      { ...left, conversion: 'a_6' },
    ]);
    expect(
      await select(
        warehouse,
        `SELECT toUInt32(count()) AS n, toString(max(value)) AS most FROM conversion_versions
         WHERE project_id = {id:UInt32} AND version = 77`,
        { id },
      ),
    ).toEqual([{ n: 7, most: '1' }]);
  });
});
