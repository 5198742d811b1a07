import { describe, expect, it } from 'vitest';
import { eventsOf, openShop, post, publicFixture } from './fixture.ts';

const fixture = publicFixture();
const ids = ['120208123456789013', '120208123456789011', '9007199254740993'];

const sendRaw = (url: string, payload: string, headers: Record<string, string> = {}) =>
  fixture().app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

describe('an id beyond 2^53 keeps its digits', () => {
  it('from a server, as a number in JSON', async () => {
    const { serverKey, projectId } = await openShop(fixture());
    const events = ids.map(
      (id) => `{"event_name":"click","campaign_id":${id},"params":{"n":${id}}}`,
    );
    const answer = await sendRaw('/api/v1/collect/server/', `{"events":[${events}]}`, {
      authorization: `Token ${serverKey}`,
    });
    expect(answer.json()).toEqual({ accepted: 3, duplicates: 0, rejected: [] });
    const rows = await eventsOf(fixture(), projectId);
    expect(rows.map(({ campaign_id }) => campaign_id).sort()).toEqual([...ids].sort());
    expect(rows.map(({ params }) => JSON.parse(params).n).sort()).toEqual([...ids].sort());
  });

  it('from a network, as a number in JSON', async () => {
    const { serverKey, projectId } = await openShop(fixture());
    for (const id of ids) {
      const sale = `{"key":"${serverKey}","click_id":${id},"txid":${id},"payout":10}`;
      expect((await sendRaw('/t/pb', sale)).body).toBe('OK');
    }
    const rows = await eventsOf(fixture(), projectId);
    expect(rows.map(({ order_id, click_id }) => [order_id, click_id]).sort()).toEqual(
      ids.map((id) => [id, id]).sort(),
    );
  });

  it.each([
    ['txid', '9.00719925474099313e17'],
    ['click_id', '1.2e17'],
    ['order_id', '1e21'],
    ['affid', '12.5'],
  ])('or its postback is refused: %s %s', async (field, number) => {
    const { serverKey, projectId } = await openShop(fixture());
    const sale = `{"key":"${serverKey}","click_id":"c1","txid":"t1","payout":10,"${field}":${number}}`;
    const answer = await sendRaw('/t/pb', sale);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { [field]: [`${field} is a rounded number: send it as text.`] },
    ]);
    expect(await eventsOf(fixture(), projectId)).toEqual([]);
  });

  it.each(['application/json', 'text/plain'])('from a page, as %s', async (type) => {
    const { key, projectId } = await openShop(fixture());
    const events = ids.map((id) => `{"event_name":"click","event_id":${id},"ad_id":${id}}`);
    const answer = await post(fixture(), `{"key":"${key}","events":[${events}]}`, {
      'content-type': type,
    });
    expect(answer.statusCode).toBe(204);
    const rows = await eventsOf(fixture(), projectId);
    expect(rows.map(({ ad_id }) => ad_id).sort()).toEqual([...ids].sort());
  });
});
