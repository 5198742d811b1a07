import { describe, expect, it } from 'vitest';
import { offerDetailSchema } from '#contract/offers/offer.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { addCap, addOffer, addTerms } from '../offers/offers.ts';
import { cutAt } from './cut-at.ts';
import { sharedTests, type TestCompany, variant } from './fixture.ts';

const tests = sharedTests();
const stores = sharedStores();

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';
const toWinner = { variant: 'B', with_offer: true };

/** A company with an affiliate, and a decided test of its offers 201 and 202. */
async function offerTest(winner: Record<string, unknown> = {}) {
  const company = await tests().company();
  const { pool } = stores();
  const affid = `aff-${company.id}`;
  const affiliate = await createAffiliate(pool, {
    ...{ projectId: company.id, affId: affid, name: 'Partner' },
  });
  const offer = (offerId: string, columns: Record<string, unknown> = {}) =>
    addOffer(pool, { projectId: company.id, offerId, ...columns });
  const [a, b] = [await offer('201'), await offer('202', winner)];
  const ofOffers = (control: number, treatment: number) => ({
    ...{ kind: 'offer', unit: 'click' },
    variants: [
      variant('A', { url: null, offer: control }),
      variant('B', { url: null, offer: treatment }),
    ],
  });
  const test = await company.decided(ofOffers(a, b));
  const ship = (body: object = toWinner, id = test.id) =>
    company.send('POST', `${id}/ship/`, { body });
  return { company, affid, affiliate, a, b, offer, ofOffers, test, ship };
}

const linkTo = (affid: string, offer = '201') =>
  tests().app.inject({ url: `/t/c/${affid}?offer=${offer}`, headers: { 'user-agent': phone } });

/** Where a link leads. */
async function hostOf(affid: string, offer?: string): Promise<string> {
  const { statusCode, headers } = await linkTo(affid, offer);
  expect(statusCode).toBe(302);
  return new URL(String(headers.location)).hostname;
}

/** The clicks of a company, in no order: the clock of the tests stands. */
async function clicksOf({ id }: TestCompany): Promise<EventRow[]> {
  const { flush, reader } = tests();
  await flush();
  const answer = await reader.query({
    query: `SELECT * FROM events WHERE project_id = {id:UInt32} AND event_name = 'click' AND offer_id != ''`,
    query_params: { id },
    format: 'JSONEachRow',
  });
  return answer.json<EventRow>();
}

async function offerOf({ ask }: TestCompany, id: number) {
  const answer = await ask('GET', `/api/v1/offers/${id}/`);
  expect(answer.statusCode, answer.body).toBe(200);
  return offerDetailSchema.parse(answer.json());
}

/** Others read a change within two seconds. */
const soon = { timeout: 6_000, interval: 200 };

describe('the links of an offer whose test was shipped', () => {
  it('lead to the winner, by its terms, until the ship is undone', async () => {
    const { company, affid, a, b, test, ship } = await offerTest();
    await addTerms(stores().pool, a, { payout_amount: '5' });
    const terms = await addTerms(stores().pool, b, { payout_type: 'cpc', payout_amount: '0.25' });
    const shipped = await ship();
    expect(shipped.json().ship).toMatchObject({ variant: 'B', with_step: false, with_offer: true });
    expect(await hostOf(affid)).toBe('offer-202.test');
    expect(await clicksOf(company)).toMatchObject([
      {
        ...{ offer_id: '202', linked_offer: '201', terms_id: terms, click_payout: 0.25 },
        ...{ offer_route: 'fallback_offer', offer_reason: 'shipped', cap_id: 0 },
      },
    ]);
    await company.done('POST', `${test.id}/undo-ship/`);
    await expect.poll(() => hostOf(affid), soon).toBe('offer-201.test');
    expect(await hostOf(affid, '202')).toBe('offer-202.test');
  });

  it('stay where it was not asked for', async () => {
    const { affid, ship } = await offerTest();
    expect((await ship({ variant: 'B' })).json().ship).toMatchObject({ with_offer: false });
    expect(await hostOf(affid)).toBe('offer-201.test');
  });

  it('pay a conversion by the terms of the winner', async () => {
    const { company, affid, a, b, ship } = await offerTest();
    await addTerms(stores().pool, a, { payout_amount: '5' });
    const terms = await addTerms(stores().pool, b, { payout_amount: '17' });
    await ship();
    const { headers } = await linkTo(affid);
    const click = new URL(String(headers.location)).searchParams.get('c');
    const url = `/t/pb?key=${company.collectKey}&click_id=${click}&txid=o-1&value=50&event=purchase`;
    expect((await tests().app.inject({ url })).body).toBe('OK');
    const { reader, flush } = tests();
    await flush();
    const answer = await reader.query({
      query: `SELECT offer_id, terms_id, toFloat64(payout) AS payout FROM conversions FINAL
        WHERE project_id = {id:UInt32} AND side = 'server' AND event_id = 'o-1' OR order_id = 'o-1' AND project_id = {id:UInt32}`,
      query_params: { id: company.id },
      format: 'JSONEachRow',
    });
    expect(await answer.json()).toMatchObject([{ offer_id: '202', terms_id: terms, payout: 17 }]);
  });

  it('fill the caps of the winner, and do what these say once they are full', async () => {
    const { company, affid, b, ship } = await offerTest({ over_cap_policy: 'block' });
    const cap = await addCap(stores().pool, b, { metric: 'clicks', most: 2 });
    await ship();
    const answers = [];
    for (let turn = 0; turn < 3; turn += 1) answers.push((await linkTo(affid)).statusCode);
    expect(answers).toEqual([302, 302, 410]);
    const clicks = await clicksOf(company);
    const refused = clicks.filter((one) => one.offer_route === 'refused');
    expect(refused).toMatchObject([
      { offer_reason: 'cap', offer_id: '202', linked_offer: '201', cap_id: cap },
    ]);
    expect(clicks.filter((one) => one.offer_route === 'fallback_offer')).toMatchObject([
      { offer_reason: 'shipped' },
      { offer_reason: 'shipped' },
    ]);
  });

  it('go on as before for affiliates without access to the winner', async () => {
    const { affid, affiliate, b, ship } = await offerTest({ visibility: 'approval' });
    await ship();
    expect(await hostOf(affid)).toBe('offer-201.test');
    await stores().pool.query(
      `insert into offer_access (offer_id, affiliate_id, status) values ($1, $2, 'approved')`,
      [b, affiliate],
    );
    await expect.poll(() => hostOf(affid), soon).toBe('offer-202.test');
  });

  it('go where the winner says while it is paused, and follow it on when it lost a later test', async () => {
    const { company, affid, b, offer, ofOffers, ship } = await offerTest();
    const { pool } = stores();
    const c = await offer('203');
    await ship();
    const later = await company.decided(ofOffers(b, c));
    await ship(toWinner, later.id);
    expect(await hostOf(affid)).toBe('offer-203.test');
    await pool.query(`update offers set status = 'paused' where id = $1`, [c]);
    await expect.poll(() => hostOf(affid), soon).toBe('acme.test');
    const turned = (await clicksOf(company)).filter((one) => one.offer_route === 'website');
    expect(turned).toMatchObject([
      { offer_id: '203', linked_offer: '201', offer_reason: 'paused' },
    ]);
  });

  it('are not followed by another test that shows the control', async () => {
    const { company, affid, a, offer, ofOffers, ship } = await offerTest();
    await ship();
    const c = await offer('203');
    const other = await company.started(ofOffers(a, c));
    const hosts = new Set<string>();
    for (let visit = 0; visit < 40; visit += 1) {
      hosts.add((await tests().follow(other, `?affid=${affid}`)).hostname);
    }
    expect([...hosts].sort()).toEqual(['offer-201.test', 'offer-203.test']);
  });
});

describe('the page of an offer whose test was shipped', () => {
  it('says where its links lead and since when, and so do its log and its new version', async () => {
    const { company, a, b, test, ship } = await offerTest();
    const before = await offerOf(company, a);
    expect(before.internal?.leads_to).toBeNull();
    await ship();
    const led = await offerOf(company, a);
    expect(led.version).toBe(before.version + 1);
    expect(led.internal?.leads_to).toEqual({
      ...{ offer: b, name: 'Offer 202', test: test.id, test_name: test.name },
      since: tests().clock.now().toISOString(),
    });
    expect((await offerOf(company, b)).internal?.leads_to).toBeNull();
    await company.done('POST', `${test.id}/undo-ship/`);
    const back = await offerOf(company, a);
    expect([back.version, back.internal?.leads_to]).toEqual([before.version + 2, null]);
    const log = (await company.ask('GET', `/api/v1/offers/${a}/log/`)).json();
    expect(log.map(({ what }: { what: string }) => what)).toEqual([
      'Undid the ship of a split test',
      'Shipped a variant of a split test',
    ]);
    expect((await company.audited()).slice(-2)).toEqual([
      { action: 'split-test.shipped', details: { variant: 'B', with_step: false, offer: a } },
      { action: 'split-test.ship-undone', details: { variant: 'B', offer: a } },
    ]);
  });
});

describe('a ship that links of an offer should follow', () => {
  it('is refused for a test of pages', async () => {
    const { decided, send } = await tests().company();
    const test = await decided();
    const refused = await send('POST', `${test.id}/ship/`, { body: toWinner });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { with_offer: ['This test is not about offers.'] },
    ]);
  });

  it('is refused where the links follow another test, would go in a circle, or lead to an archived offer', async () => {
    const { company, a, b, offer, ofOffers, ship } = await offerTest();
    await ship();
    const c = await offer('203');
    const again = await company.decided(ofOffers(a, c));
    const [first] = await company.list().then((answer) => answer.json().slice(-1));
    expect((await ship(toWinner, again.id)).json()).toEqual({
      with_offer: [
        `The links of “Offer 201” follow the test “${first.name}”. Undo the ship of that one first.`,
      ],
    });
    await company.done('POST', `${again.id}/stop/`);
    const back = await company.decided(ofOffers(b, a));
    expect((await ship(toWinner, back.id)).json()).toEqual({
      with_offer: [
        `The links of “Offer 201” lead to “Offer 202” since “${first.name}” was shipped. Undo that ship first.`,
      ],
    });
    await company.done('POST', `${back.id}/stop/`);
    const further = await company.decided(ofOffers(b, c));
    await stores().pool.query(`update offers set status = 'archived' where id = $1`, [c]);
    expect((await ship(toWinner, further.id)).json()).toEqual({
      with_offer: ['“Offer 203” is archived. Restore it first.'],
    });
    expect((await company.done('GET', `${further.id}/`)).ship).toBeNull();
  });

  it('is not undone while the offer is archived, and nothing is lost', async () => {
    const { company, affid, a, test, ship } = await offerTest();
    const shipped = (await ship()).json();
    const { pool } = stores();
    await pool.query(`update offers set status = 'archived' where id = $1`, [a]);
    expect(await hostOf(affid)).toBe('offer-202.test');
    const refused = await company.send('POST', `${test.id}/undo-ship/`);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { with_offer: ['“Offer 201” was archived since. Restore it, then undo the ship.'] },
    ]);
    expect(await company.done('GET', `${test.id}/`)).toEqual(shipped);
    await pool.query(`update offers set status = 'active' where id = $1`, [a]);
    expect((await company.done('POST', `${test.id}/undo-ship/`)).ship).toBeNull();
  });

  it.each([
    ['before the offer', /update "offers"/],
    ['before its row', /insert into "split_test_ships"/],
    ['before its test', /update "split_tests"/],
    ['before its end', /^commit$/i],
  ])('is shipped or not, never half: cut off %s', async (_, statement) => {
    const { company, affid, a, test, ship } = await offerTest();
    const [before, offer] = [await company.done('GET', `${test.id}/`), await offerOf(company, a)];
    const cut = cutAt(stores().pool, statement);
    const refused = await ship();
    cut.restore();
    expect([cut.cuts, refused.statusCode >= 500]).toEqual([1, true]);
    expect(await company.done('GET', `${test.id}/`)).toEqual(before);
    expect(await offerOf(company, a)).toEqual(offer);
    expect((await ship()).statusCode).toBe(200);
    expect(await hostOf(affid)).toBe('offer-202.test');
  });
});
