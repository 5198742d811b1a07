import { describe, expect, it } from 'vitest';
import type { PostbackTest } from '#contract/offers/postback-tests.ts';
import {
  addAffiliate,
  noon,
  openShop,
  publicFixture,
  type Shop,
} from '../collect/public/fixture.ts';
import { addOffer, addTerms } from './offers.ts';

const fixture = publicFixture();

type Tested = Shop & { offer: number; affiliate: number; affid: string };

async function openTested(columns: Record<string, unknown> = {}): Promise<Tested> {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  await addAffiliate(fixture(), shop.projectId, affid);
  const { rows } = await fixture().pool.query('select id from affiliates where aff_id = $1', [
    affid,
  ]);
  const offer = await addOffer(fixture().pool, { projectId: shop.projectId, ...columns });
  return { ...shop, offer, affiliate: rows[0]?.id, affid };
}

async function started(
  { offer, affiliate, token }: Tested,
  value: string | null,
): Promise<PostbackTest> {
  const answer = await fixture().app.inject({
    method: 'POST',
    url: `/api/v1/offers/${offer}/test-postback/`,
    headers: { authorization: `Token ${token}` },
    payload: { affiliate, value },
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json();
}

async function read({ token }: Tested, { id }: PostbackTest): Promise<PostbackTest> {
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/postback-tests/${id}/`,
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const statesOf = ({ steps }: PostbackTest) => steps.map(({ step, state }) => `${step} ${state}`);

describe('a test of a postback', () => {
  it('follows the click to the payout, and nothing counts', async () => {
    const shop = await openTested({ status: 'pending' });
    const percent = { payout_type: 'cps', payout_pct: '20' };
    const terms = await addTerms(fixture().pool, shop.offer, { ...percent });
    const test = await started(shop, '50');
    expect(test).toMatchObject({ state: 'passed', payout: 10, terms, affid: shop.affid });
    expect(statesOf(test)).toEqual([
      'click passed',
      'redirect passed',
      'postback passed',
      'payout passed',
    ]);
    const { rows } = await fixture().pool.query('select tested_at from offers where id = $1', [
      shop.offer,
    ]);
    expect(rows[0]?.tested_at).toEqual(noon);
    const answer = await fixture().app.inject({
      url: `/api/v1/conversions/?affiliate_id=all&project_id=${shop.projectId}&start_date=2026-11-20&end_date=2026-11-20`,
      headers: { authorization: `Token ${shop.token}` },
    });
    expect(answer.json()).toEqual([]);
  });

  it('waits for the network, whose postback with its own key is a test, too', async () => {
    const shop = await openTested();
    await addTerms(fixture().pool, shop.offer);
    const test = await started(shop, null);
    expect(await read(shop, test)).toMatchObject({ state: 'running' });
    const url = `/t/pb?key=${shop.serverKey}&click_id=${test.click_id}&txid=n-1&value=50`;
    expect((await fixture().app.inject({ url })).body).toBe('OK');
    expect(await read(shop, test)).toMatchObject({ state: 'passed', payout: 12 });
  });

  it('is completed by opening its address, whose key reports nothing else', async () => {
    const shop = await openTested();
    await addTerms(fixture().pool, shop.offer);
    const test = await started(shop, null);
    const address = new URL(test.postback_url ?? '');
    const path = address.pathname + address.search;
    const foreign = path.replace(test.click_id ?? '', 'ck_other');
    expect((await fixture().app.inject({ url: foreign })).statusCode).toBe(403);
    expect((await fixture().app.inject({ url: path })).body).toBe('OK');
    expect(await read(shop, test)).toMatchObject({ state: 'passed' });
  });

  it.each([
    [{ status: 'paused' }, 'The click did not go to the offer, because it is paused.'],
    [
      { visibility: 'approval' },
      'The click did not go to the offer, because the affiliate may not run it.',
    ],
    [
      { url: 'https://network.test/' },
      'The destination does not pass the click on: put {click_id} into it.',
    ],
  ])('names the step that fails with %o', async (columns, message) => {
    const shop = await openTested(columns);
    const test = await started(shop, '50');
    expect(test.state).toBe('failed');
    expect(test.steps.find(({ state }) => state === 'failed')).toMatchObject({
      step: 'redirect',
      message,
    });
  });

  it('says that no terms pay', async () => {
    const shop = await openTested();
    const test = await started(shop, '50');
    expect(test.steps.at(-1)).toMatchObject({
      step: 'payout',
      state: 'failed',
      message: 'No terms of the offer pay this affiliate: add terms with a payout.',
    });
  });

  it('says that the address of the network is not allowed', async () => {
    const shop = await openTested({ postback_ips: ['203.0.113.0/24', '2001:db8::1'] });
    await addTerms(fixture().pool, shop.offer);
    const test = await started(shop, null);
    const url = `/t/pb?key=${shop.serverKey}&click_id=${test.click_id}&txid=n-1&value=50`;
    const refused = await fixture().app.inject({ url, remoteAddress: '198.51.100.7' });
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        detail:
          'This address may not report conversions of this offer: add it to the addresses of its postbacks.',
      },
    ]);
    expect(await read(shop, test)).toMatchObject({ state: 'failed' });
    for (const remoteAddress of ['203.0.113.99', '::ffff:203.0.113.4', '2001:db8::1']) {
      expect((await fixture().app.inject({ url, remoteAddress })).statusCode).toBe(200);
    }
  });

  it('is of nobody else', async () => {
    const shop = await openTested();
    const stranger = await openShop(fixture());
    const test = await started(shop, null);
    const answer = await fixture().app.inject({
      url: `/api/v1/postback-tests/${test.id}/`,
      headers: { authorization: `Token ${stranger.token}` },
    });
    expect(answer.statusCode).not.toBe(200);
  });
});
