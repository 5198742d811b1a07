import { afterEach, describe, expect, it } from 'vitest';
import { type Mover, startMover } from '#server/warehouse/mover.ts';
import { addProject, sharedStores, silent } from '#tests/support/stores.ts';
import { at, event, keep, purchase, select } from './journal.ts';

const stores = sharedStores();

let mover: Mover | null = null;
afterEach(async () => {
  await mover?.stop();
  mover = null;
});

function startMoving(): Mover {
  const { pool, warehouse } = stores();
  mover = startMover({ pool, warehouse, log: silent, now: () => new Date() });
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

describe('ids as long as they may be', () => {
  it.each([
    ['backslashes', '\\'],
    ['characters of three bytes', '漢'],
  ])('of %s hold nothing up', async (_, letter) => {
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
    await keep(stores().pool, [...sales, ...clicks]);
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
