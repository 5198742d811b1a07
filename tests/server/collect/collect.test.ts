import { hash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { collectAnswerSchema } from '#contract/collect/answer.ts';
import type { InboxItem } from '#server/database/payloads/inbox-item.ts';
import {
  addProject,
  appOver,
  type Collector,
  collectKey,
  post,
  startCollector,
} from './collector.ts';

let collector: Collector;

beforeAll(async () => {
  collector = await startCollector();
});
afterAll(() => collector.stop());
beforeEach(() => collector.pool.query('truncate inbox, deliveries, rejections'));

const at = '2026-11-20T11:59:00Z';
const click = (id: number | string) => ({
  event_name: 'click',
  event_id: `e-${id}`,
  click_id: `ck_${id}`,
});
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

async function storedOf(): Promise<InboxItem[]> {
  const { rows } = await collector.pool.query<{ payload: InboxItem }>(
    'select payload from inbox order by id',
  );
  return rows.map(({ payload }) => payload);
}

describe('POST /api/v1/collect/server/', () => {
  it('stores accepted events in order, and confirms them after the commit', async () => {
    const before = collector.wakes();
    const answer = await post(collector.app, [
      click(1),
      { event_name: 'purchase', event_id: 'o-1', value: '86.00', click_id: 'ck_1' },
      {
        event_name: 'cost',
        date: '2026-11-20',
        spend: 5,
        currency: 'EUR',
      },
    ]);
    expect([answer.statusCode, answer.json()]).toEqual([
      202,
      { accepted: 3, duplicates: 0, rejected: [] },
    ]);
    expect(collectAnswerSchema.parse(answer.json())).toBeTruthy();
    const [first, second, third] = await storedOf();
    expect(first).toMatchObject({
      kind: 'event',
      event: { event_name: 'click', click_id: 'ck_1' },
    });
    expect(second).toMatchObject({ kind: 'event', event: { value: '86.00', currency: 'USD' } });
    expect(third).toMatchObject({
      kind: 'cost',
      cost: { excluded_reason: 'no_rate', spend_base: '0' },
    });
    expect(collector.wakes()).toBe(before + 1);
  });

  it('refuses invalid events one by one, names their field and counts them', async () => {
    const answer = await post(collector.app, [
      click(1),
      { event_name: 'purchase', order_id: '1' },
      { ...click(2), colour: 'red' },
      click(3),
    ]);
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({
      accepted: 2,
      duplicates: 0,
      rejected: [
        {
          index: 1,
          code: 'value_missing',
          field: 'value',
          message: 'value is missing: a purchase needs one.',
        },
        {
          index: 2,
          code: 'unknown_field',
          field: 'colour',
          message: 'colour is not a field of this event.',
        },
      ],
    });
    await post(collector.app, [{ event_name: 'purchase' }]);
    const { rows } = await collector.pool.query(
      'select reason, count::int from rejections order by reason',
    );
    expect(rows).toEqual([
      { reason: 'unknown_field', count: 1 },
      { reason: 'value_missing', count: 2 },
    ]);
    expect(await storedOf()).toHaveLength(2);
  });

  it('changes nothing when the same batch arrives three times', async () => {
    const batch = [
      ...range(5).map(click),
      { event_name: 'purchase', event_id: 'o', value: 1 },
      { event_name: 'purchase', event_id: 'o', value: 2 },
      { event_name: 'click', event_time: at, affid: '1' },
      { event_name: 'click', event_time: at, affid: '1' },
    ];
    expect((await post(collector.app, batch)).json()).toMatchObject({ accepted: 9, duplicates: 0 });
    expect((await post(collector.app, batch.toReversed())).json()).toMatchObject({
      accepted: 0,
      duplicates: 9,
    });
    expect((await post(collector.app, batch)).json()).toMatchObject({ accepted: 0, duplicates: 9 });
    expect(await storedOf()).toHaveLength(9);
    const { rows } = await collector.pool.query(
      'select sum(seen)::int as seen, count(*)::int from deliveries',
    );
    expect(rows).toEqual([{ seen: 27, count: 9 }]);
  });

  it('stores an event once however many requests bring it at the same time', async () => {
    const answers = await Promise.all(
      range(40).map(() => post(collector.app, [click(1), click(2)])),
    );
    const receipts = answers.map((answer) => collectAnswerSchema.parse(answer.json()));
    expect(receipts.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(2);
    expect(receipts.reduce((sum, { duplicates }) => sum + duplicates, 0)).toBe(78);
    expect(await storedOf()).toHaveLength(2);
  });

  it('stores an event once when two app processes collect it in opposite orders', async () => {
    const other = await appOver(collector.pool);
    const batch = range(300).map(click);
    const rounds = range(10).flatMap((round) => {
      const renamed = batch.map((event) => ({ ...event, event_id: `${event.event_id}-${round}` }));
      return [post(collector.app, renamed), post(other, renamed.toReversed())];
    });
    const answers = await Promise.all(rounds);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 202));
    expect(await storedOf()).toHaveLength(3_000);
    await other.close();
  });

  it('separates equal events of two projects', async () => {
    await addProject(collector.pool, 'other', 'other-key');
    expect((await post(collector.app, [click(1)])).json()).toMatchObject({ accepted: 1 });
    expect((await post(collector.app, [click(1)], '', 'other-key')).json()).toMatchObject({
      accepted: 1,
    });
  });

  it('accepts old events with backfill only', async () => {
    const old = { ...click(1), event_time: '2017-08-01T10:00:00Z' };
    expect((await post(collector.app, [old])).json().rejected).toMatchObject([
      { code: 'event_time_too_early' },
    ]);
    expect((await post(collector.app, [old], '?backfill=1')).json()).toMatchObject({ accepted: 1 });
    const answer = await post(collector.app, [old], '?backfill=maybe');
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['backfill']]);
  });

  it('converts costs by the rate of their day', async () => {
    await collector.pool.query(
      `insert into exchange_rates (base, currency, valid_from, rate)
       values ('USD', 'EUR', '2026-01-01', 1.1), ('USD', 'EUR', '2026-11-19', 1.2) on conflict do nothing`,
    );
    const cost = { event_name: 'cost', spend: 10, currency: 'eur', account: 'a' };
    await post(collector.app, [
      { ...cost, date: '2026-11-18' },
      { ...cost, date: '2026-11-20' },
    ]);
    const costs = (await storedOf()).map((one) => one.kind === 'cost' && one.cost.spend_base);
    expect(costs).toEqual(['11', '12']);
  });

  it.each<[status: number, fields: string[], payload: unknown]>([
    [400, ['events'], {}],
    [400, ['events'], { events: [] }],
    [400, ['events'], { events: 'click' }],
    [400, ['events'], { events: range(1_001).map(click) }],
    [400, ['extra'], { events: [click(1)], extra: 1 }],
    [400, ['non_field_errors'], []],
  ])('answers %i naming %j for a bad envelope', async (status, fields, payload) => {
    const answer = await collector.app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${collectKey}`, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([status, fields]);
    expect(await storedOf()).toEqual([]);
  });

  it('takes a full batch', async () => {
    expect((await post(collector.app, range(1_000).map(click))).json()).toMatchObject({
      accepted: 1_000,
    });
  });

  it('refuses unknown keys before it reads the body', async () => {
    for (const authorization of [undefined, 'Token nope', `Bearer ${collectKey}`, 'Token', '']) {
      const answer = await collector.app.inject({
        method: 'POST',
        url: '/api/v1/collect/server/',
        headers: {
          ...(authorization === undefined ? {} : { authorization }),
          'content-type': 'application/json',
        },
        payload: '{ this is not even JSON',
      });
      expect([answer.statusCode, answer.json()]).toEqual([401, { detail: 'Unknown collect key.' }]);
    }
  });

  it('refuses a key soon after its rotation', async () => {
    await addProject(collector.pool, 'rotated', 'first-key');
    expect((await post(collector.app, [click(1)], '', 'first-key')).statusCode).toBe(202);
    await addProject(collector.pool, 'rotated', 'second-key');
    await expect
      .poll(async () => (await post(collector.app, [click(2)], '', 'first-key')).statusCode, {
        timeout: 2_000,
      })
      .toBe(401);
    expect((await post(collector.app, [click(3)], '', 'second-key')).statusCode).toBe(202);
  });

  it('accepts a temporary import key until it expires', async () => {
    const project = await addProject(collector.pool, 'imports', 'its-own-key');
    await collector.pool.query(
      'insert into import_keys (key_hash, project_id, expires_at) values ($1, $2, $3), ($4, $2, $5)',
      [
        hash('sha256', 'passing', 'buffer'),
        project,
        new Date('2026-11-20T13:00:00Z'),
        hash('sha256', 'over', 'buffer'),
        new Date('2026-11-20T11:00:00Z'),
      ],
    );
    expect((await post(collector.app, [click(1)], '', 'passing')).statusCode).toBe(202);
    expect((await post(collector.app, [click(1)], '', 'over')).statusCode).toBe(401);
  });

  it('refuses bodies that are too large or no JSON', async () => {
    const send = (contentType: string, payload: string) =>
      collector.app.inject({
        method: 'POST',
        url: '/api/v1/collect/server',
        headers: { authorization: `Token ${collectKey}`, 'content-type': contentType },
        payload,
      });
    const wide = JSON.stringify({
      events: [{ ...click(1), params: { text: 'x'.repeat(4 * 1024 * 1024) } }],
    });
    expect((await send('application/json', wide)).statusCode).toBe(413);
    expect((await send('text/plain', '{}')).statusCode).toBe(415);
    expect((await send('application/json', '{"events":[')).statusCode).toBe(400);
    expect((await send('application/json', '{"events":[{"__proto__":{"a":1}}]}')).statusCode).toBe(
      400,
    );
  });

  it('separates the texts of neighbouring events', async () => {
    const odd = ['a\nb', 'a,b', '"', '\\', '\u001e', '{}', "'", '\u2028', '𝒳', '%00', '\t'];
    const events = odd.map((text, index) => ({
      ...click(index),
      affsub: text,
      params: { [text]: text },
    }));
    expect((await post(collector.app, events)).json()).toMatchObject({ accepted: odd.length });
    const stored = (await storedOf()).map(
      (one) => one.kind === 'event' && JSON.parse(one.event.params),
    );
    expect(stored).toEqual(odd.map((text) => ({ [text]: text })));
  });

  it('answers several requests on one connection', async () => {
    const address = await collector.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    await once(socket, 'connect');
    const body = JSON.stringify({ events: [click('wire')] });
    const request = `POST /api/v1/collect/server/ HTTP/1.1\r\nhost: x\r\nauthorization: Token ${collectKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(request + request);
    let output = '';
    socket.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output.match(/202 Accepted/g)?.length).toBe(2);
    socket.destroy();
  });
});
