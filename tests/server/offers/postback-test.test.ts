import { describe, expect, it, vi } from 'vitest';
import { type PostbackTest, postbackTestSchema } from '#contract/offers/postback-tests.ts';
import {
  eventsOf,
  figuresOf,
  noon,
  openShop,
  publicFixture,
  type Shop,
} from '../collect/public/fixture.ts';
import { createMember, type SignedInUser } from '../projects/users.ts';
import { addOffer, addTerms } from './offers.ts';

const fixture = publicFixture();

type Tested = Shop & { affiliate: number; affid: string; offer: number };
type Sent = { value?: string; as?: Pick<SignedInUser, 'token'> };

async function openTested(columns: Record<string, unknown> = {}): Promise<Tested> {
  const shop = await openShop(fixture());
  const affid = `aff-${shop.projectId}`;
  const { rows } = await fixture().pool.query<{ id: number }>(
    'insert into affiliates (project_id, aff_id, name) values ($1, $2, $2) returning id',
    [shop.projectId, affid],
  );
  const offer = await addOffer(fixture().pool, { projectId: shop.projectId, ...columns });
  return { ...shop, affiliate: rows[0]?.id ?? 0, affid, offer };
}

const send = ({ offer, affiliate, token }: Tested, { value, as }: Sent = {}) =>
  fixture().app.inject({
    method: 'POST',
    url: `/api/v1/offers/${offer}/test-postback/`,
    headers: { authorization: `Token ${as?.token ?? token}` },
    payload: { affiliate, ...(value === undefined ? {} : { value }) },
  });

async function started(shop: Tested, sent: Sent = {}): Promise<PostbackTest> {
  const answer = await send(shop, sent);
  expect(answer.statusCode, answer.body).toBe(201);
  return postbackTestSchema.parse(answer.json());
}

/** The test after what was sent has arrived. */
async function arrived({ token }: Tested, { id }: PostbackTest): Promise<PostbackTest> {
  await fixture().mover.flush();
  const answer = await fixture().app.inject({
    url: `/api/v1/postback-tests/${id}/`,
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return postbackTestSchema.parse(answer.json());
}

const statesOf = ({ steps }: PostbackTest) => steps.map(({ state }) => state);
const messageOf = ({ steps }: PostbackTest, step: string) =>
  steps.find((one) => one.step === step)?.message;

/** Calls the address of the test as a network does. */
const report = (
  { serverKey }: Tested,
  { postback_url: address }: PostbackTest,
  remoteAddress = '203.0.113.7',
) => {
  const { pathname, search } = new URL(address ?? '', 'https://ledger.test');
  const url = `${pathname}${search}`.replace('YOUR_COLLECT_KEY', serverKey);
  return fixture().app.inject({ url: `${url}&event=purchase`, remoteAddress });
};

async function testedAt({ offer }: Tested): Promise<Date | null> {
  const { rows } = await fixture().pool.query<{ at: Date | null }>(
    'select tested_at as at from offers where id = $1',
    [offer],
  );
  return rows[0]?.at ?? null;
}

describe('a test of an offer', () => {
  it('follows the click to the postback of the network, and changes no figure', async () => {
    const shop = await openTested();
    const terms = await addTerms(fixture().pool, shop.offer, {
      payout_type: 'cpa_cps',
      payout_pct: '2.9',
    });
    const before = await figuresOf(fixture(), shop);
    const test = await started(shop);
    expect(test).toMatchObject({ offer: shop.offer, affid: shop.affid, state: 'running' });
    expect(statesOf(test)).toEqual(['passed', 'waiting', 'waiting', 'waiting']);
    expect(messageOf(test, 'click')).toBe('The link took the click and leads to offer-101.test.');
    const redirected = await arrived(shop, test);
    expect(statesOf(redirected)).toEqual(['passed', 'passed', 'waiting', 'waiting']);
    expect(await testedAt(shop)).toBeNull();

    expect((await report(shop, test)).body).toBe('OK');
    const ended = await arrived(shop, test);
    // 12 and 2.9 percent of 10.
    expect(ended).toMatchObject({ state: 'passed', payout: 12.29, terms });
    expect(messageOf(ended, 'postback')).toBe('It reported a conversion worth 10.00 USD.');
    expect(messageOf(ended, 'payout')).toBe(`It pays under terms ${terms}.`);
    expect(await testedAt(shop)).toEqual(noon);

    const events = await eventsOf(fixture(), shop.projectId);
    expect(events.map(({ event_name, is_test }) => [event_name, is_test])).toEqual([
      ['click', 1],
      ['purchase', 1],
    ]);
    expect(await figuresOf(fixture(), shop)).toEqual(before);
  });

  it('reports the conversion itself where a value is given', async () => {
    const shop = await openTested();
    await addTerms(fixture().pool, shop.offer, { payout_type: 'cps', payout_pct: '20' });
    const ended = await arrived(shop, await started(shop, { value: '7' }));
    expect(ended).toMatchObject({ state: 'passed', payout: 1.4 });
  });

  it('takes only the postbacks of the addresses that the offer names', async () => {
    const shop = await openTested({ postback_ips: '{203.0.113.0/24}' });
    await addTerms(fixture().pool, shop.offer);
    const test = await started(shop);
    const refused = await report(shop, test, '198.51.100.9');
    expect(refused.statusCode).toBe(403);
    const { rows } = await fixture().pool.query(
      'select reason from rejections where project_id = $1',
      [shop.projectId],
    );
    expect(rows).toEqual([{ reason: 'ip_blocked' }]);
    await vi.waitFor(
      async () =>
        expect(messageOf(await arrived(shop, test), 'postback')).toMatch(
          /^A postback was refused\. This address may not report conversions of this offer/,
        ),
      { timeout: 5_000, interval: 200 },
    );
    expect(statesOf(await arrived(shop, test))).toEqual(['passed', 'passed', 'waiting', 'waiting']);
    expect((await report(shop, test)).body).toBe('OK');
    expect(await arrived(shop, test)).toMatchObject({ state: 'passed', payout: 12 });
  });

  it('says at which step it stops', async () => {
    const paused = await openTested({ status: 'paused' });
    await addTerms(fixture().pool, paused.offer);
    const stopped = await arrived(paused, await started(paused));
    expect([stopped.state, messageOf(stopped, 'redirect')]).toEqual([
      'failed',
      'The click did not go to the offer: it is paused.',
    ]);

    const bare = await openTested({ url: 'https://offer.test/' });
    const unnamed = await arrived(bare, await started(bare));
    expect(messageOf(unnamed, 'redirect')).toMatch(/put \{click_id\} into it/);

    const unpaid = await openTested();
    const ended = await arrived(unpaid, await started(unpaid, { value: '10' }));
    expect([ended.state, messageOf(ended, 'payout')]).toEqual([
      'failed',
      'No terms with a payout apply: add terms.',
    ]);
    expect(await testedAt(unpaid)).toBeNull();
  });

  it('is for the affiliate itself and members who may set up pixels', async () => {
    const shop = await openTested();
    await addTerms(fixture().pool, shop.offer);
    const { pool } = fixture();
    const partner = await createMember(pool, shop.projectId, 'affiliate', [shop.affiliate]);
    const viewer = await createMember(pool, shop.projectId, 'viewer');
    const other = await openTested();
    const own = await started(shop, { as: partner });
    expect(own.postback_url).toContain('key=YOUR_COLLECT_KEY&');
    expect((await send(shop, { as: viewer })).statusCode).toBe(403);
    expect((await send(shop, { as: other })).statusCode).toBe(404);
    const sibling = { ...shop, affiliate: other.affiliate };
    expect((await send(sibling, { as: partner })).statusCode).toBe(403);
  });
});
