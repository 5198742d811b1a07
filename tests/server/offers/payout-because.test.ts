import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Conversion } from '#contract/conversions/schemas.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { conversionId } from '#server/attribution/conversion-id.ts';
import { approveHeld } from '#server/conversions/approve-held.ts';
import { waitUntilApplied } from '#server/conversions/decision-batches.ts';
import { type Mover, startMover } from '#server/pipeline/mover.ts';
import type { EventRow } from '#server/warehouse/rows.ts';
import { sharedStores, silent } from '#tests/support/stores.ts';
import { event, purchase, storeInInbox } from '../pipeline/inbox-events.ts';
import { type OfferCompany, type Offers, startOffers } from './fixture.ts';
import { addCap, addOffer, addTerms } from './offers.ts';

const stores = sharedStores();
let offers: Offers;
let mover: Mover;
beforeAll(async () => {
  const { pool, warehouse } = stores();
  offers = await startOffers(stores());
  mover = startMover({ pool, warehouse, log: silent, now: () => new Date() });
});
afterAll(() => Promise.all([mover.stop(), offers.stop()]));

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 12);
const at = (ms: number) => new Date(NOON + ms).toISOString();

/** A click of an affiliate by the link of offer 101, and its sale an hour later. */
const story = (project: number, name: string, pins: Partial<EventRow>, sale: Partial<EventRow>) => [
  event(project, {
    event_uid: `${name}-click`,
    click_id: name,
    affid: '1001',
    offer_id: '101',
    ...pins,
  }),
  purchase(project, {
    ...{ event_uid: `${name}-sale`, click_id: name, order_id: name, value: '86' },
    ...{ event_time: at(3_600_000), ...sale },
  }),
];
const idOf = (project: number, name: string) =>
  conversionId(project, { name: 'purchase', key: name, uid: `${name}-sale` });

async function detailOf({ id, owner }: OfferCompany, name: string, as = owner) {
  const answer = await offers.app.inject({
    url: `/api/v1/conversions/${idOf(id, name)}/`,
    headers: { authorization: `Token ${as.token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

describe('why a conversion pays what it pays', () => {
  it('names terms, caps and rules to members, and no ids to affiliates', async () => {
    const { pool } = stores();
    const company = await offers.company();
    const affiliate = await company.affiliate('1001');
    const partner = await company.member('affiliate', [affiliate]);
    const offer = await addOffer(pool, { projectId: company.id, name: 'Sleep kit' });
    const [terms, cap] = [await addTerms(pool, offer), await addCap(pool, offer, { most: 1_000 })];
    await storeInInbox(pool, [
      ...story(company.id, 'k1', { terms_id: terms, offer_route: 'offer' }, {}),
      ...story(company.id, 'k2', { offer_route: 'unpaid', offer_reason: 'cap', cap_id: cap }, {}),
    ]);
    await mover.flush();
    expect(await detailOf(company, 'k1')).toMatchObject({
      payout_because: `Paid 12.00 under terms ${terms} of Sleep kit, valid when the click happened.`,
      conversion: { payout: 12 },
    });
    expect((await detailOf(company, 'k1', partner)).payout_because).toBe(
      'Paid 12.00 under the terms of Sleep kit, valid when the click happened.',
    );
    expect(await detailOf(company, 'k2')).toMatchObject({
      payout_because: `Not paid: the cap ${cap} of 1,000 conversions a day was full when the click came.`,
      conversion: { payout: 0, value: 86 },
    });
  });

  it('is in the log and its file too, for an affiliate without the id of the cap', async () => {
    const { pool } = stores();
    const company = await offers.company();
    const partner = await company.member('affiliate', [await company.affiliate('1001')]);
    const offer = await addOffer(pool, { projectId: company.id });
    const [terms, cap] = [await addTerms(pool, offer), await addCap(pool, offer)];
    const unpaid = { offer_route: 'unpaid', offer_reason: 'cap', cap_id: cap } as const;
    await storeInInbox(pool, [
      ...story(company.id, 'k1', { terms_id: terms, offer_route: 'offer' }, {}),
      ...story(company.id, 'k2', unpaid, {}),
    ]);
    await mover.flush();
    const rows = (as: typeof partner, path = '', query = '') =>
      offers.app.inject({
        url: `/api/v1/conversions/${path}?affiliate_id=all&project_id=${company.id}&start_date=2026-11-20&end_date=2026-11-20&timezone=UTC${query}`,
        headers: { authorization: `Token ${as.token}` },
      });
    const reasonsOf = async (as: typeof partner) => {
      const found: Conversion[] = (await rows(as)).json();
      return new Map(
        found.map((one) => [one.order_id, [one.unpaid_reason, one.cap_id, one.payout]]),
      );
    };
    expect(await reasonsOf(company.owner)).toEqual(
      new Map([
        ['k1', [null, null, 12]],
        ['k2', ['over_cap', cap, 0]],
      ]),
    );
    expect((await reasonsOf(partner)).get('k2')).toEqual(['over_cap', null, 0]);
    const columns = '&format=csv&columns=unpaid_reason,cap_id';
    const file = (await rows(company.owner, 'export/', columns)).body;
    expect(file).toContain(`over_cap,${cap}`);
    expect((await rows(partner, 'export/', columns)).body).not.toContain(`over_cap,${cap}`);
  });

  it('says that a click was promised before the cap filled up', async () => {
    const { pool } = stores();
    const company = await offers.company();
    const offer = await addOffer(pool, { projectId: company.id, name: 'Sleep kit' });
    const [terms, cap] = [await addTerms(pool, offer), await addCap(pool, offer, { most: 1 })];
    const pins = { terms_id: terms, offer_route: 'offer' } as const;
    await storeInInbox(pool, [
      ...story(company.id, 'k1', pins, {}),
      ...story(company.id, 'k2', pins, { event_time: at(7_200_000) }),
    ]);
    await mover.flush();
    expect((await detailOf(company, 'k1')).payout_because).not.toContain('promised');
    expect((await detailOf(company, 'k2')).payout_because).toBe(
      `Paid 12.00 under terms ${terms} of Sleep kit, valid when the click happened. ` +
        `The cap ${cap} of 1 conversion a day filled up later; the click was promised before.`,
    );
  });
});

describe('a hold', () => {
  it('ends with a stored approval, unless a person has decided', async () => {
    const { pool, warehouse } = stores();
    const company = await offers.company();
    const holds = JSON.stringify([{ from: NOON - DAY, days: 14 }]);
    const offer = await addOffer(pool, {
      ...{ projectId: company.id, name: 'Sleep kit', hold_days: 14, holds, auto_approve: true },
    });
    await addTerms(pool, offer);
    await storeInInbox(pool, [
      ...story(company.id, 'k1', {}, { status_assumed: 1 }),
      ...story(company.id, 'k2', {}, { status_assumed: 1 }),
      ...story(company.id, 'k3', {}, {}),
    ]);
    await mover.flush();
    const statusOf = async (name: string) => (await detailOf(company, name)).conversion.status;
    expect([await statusOf('k1'), await statusOf('k3')]).toEqual(['pending', 'approved']);

    const run = async (ms: number) => {
      const { select } = createWarehouseReads(warehouse.reader, { isCluster: false });
      await approveHeld(
        { pool, select, now: () => new Date(NOON + ms), onDecision: () => mover.notifyDecision() },
        { project: company.id, signal: new AbortController().signal },
      );
      await waitUntilApplied(pool, { decidedIn: [company.id] });
    };
    await run(14 * DAY);
    expect(await statusOf('k1')).toBe('pending');
    await run(14 * DAY + 3_600_000);
    const { conversion, decisions } = await detailOf(company, 'k1');
    expect(conversion.status).toBe('approved');
    expect(decisions).toMatchObject([
      { from: 'pending', to: 'approved', note: 'The hold of 14 days ended.', by: null },
    ]);
    await pool.query('update decision_batches set undone_at = now() where id = $1', [
      decisions[0].batch,
    ]);
    await run(15 * DAY);
    expect((await detailOf(company, 'k1')).decisions).toHaveLength(1);
  });
});
