import { beforeEach, describe, expect, it } from 'vitest';
import { offerAccessSchema } from '#contract/offers/access.ts';
import { offerLinkSchema } from '#contract/offers/links.ts';
import { offerLogSchema } from '#contract/offers/offer.ts';
import type { SignedInUser } from '../projects/users.ts';
import { type OfferCompany, sharedOffers } from './fixture.ts';

const offers = sharedOffers();
let company: OfferCompany;
let affiliate: number;
let other: number;
let partner: SignedInUser;
beforeEach(async () => {
  company = await offers().company();
  affiliate = await company.affiliate('a1');
  other = await company.affiliate('a2');
  partner = await company.member('affiliate', [affiliate]);
});

const request = (offer: number, as = partner, note = '') =>
  company.send('POST', `${offer}/access/`, { as, body: { affiliate, note } });
const decide = (offer: number, body: object, headers = {}) =>
  company.send('PATCH', `${offer}/access/${affiliate}/`, { body, headers });
const seen = async (query = '') =>
  (await company.list(query, partner)).json().map(({ name }: { name: string }) => name);

describe('an affiliate', () => {
  it('sees what it may run and request, and neither pending nor private offers', async () => {
    await company.activated({ name: 'Public' });
    await company.activated({ name: 'On request', visibility: 'approval' });
    const hidden = await company.activated({ name: 'Private', visibility: 'private' });
    await company.created({ name: 'Pending' });
    expect(await seen()).toEqual(['On request', 'Public']);
    expect(await seen('&access=mine')).toEqual(['Public']);
    expect(await seen('&access=available')).toEqual(['On request']);
    const path = `${hidden.id}/`;
    expect((await company.send('GET', path, { as: partner })).statusCode).toBe(404);
    await decide(hidden.id, { status: 'approved' });
    expect(await seen('&access=mine')).toEqual(['Private', 'Public']);
    await company.send('DELETE', path);
    expect(await seen()).toEqual(['On request', 'Public']);
    expect((await company.done('GET', path, { as: partner })).status).toBe('archived');
  });

  it('requests an offer, which a manager decides', async () => {
    const { id } = await company.activated({ visibility: 'approval' });
    const answer = await request(id, partner, 'Search traffic only');
    expect(answer.statusCode).toBe(201);
    expect(offerAccessSchema.parse(answer.json())).toMatchObject({
      ...{ status: 'pending', note: 'Search traffic only', decided_by: null },
    });
    expect((await request(id)).json()).toMatchObject({ version: 1, note: 'Search traffic only' });
    expect(await company.done('GET', `${id}/`)).toMatchObject({ requests: 1 });
    expect((await company.list('&access=pending')).json()).toHaveLength(1);

    const headers = { 'if-match': '"1"' };
    const rejected = { status: 'rejected', reason: 'No brand bidding' };
    expect((await decide(id, rejected, headers)).json()).toMatchObject({ version: 2, ...rejected });
    expect((await decide(id, { status: 'approved' }, headers)).statusCode).toBe(409);
    expect((await request(id)).json()).toMatchObject({ status: 'pending', reason: '' });
    await decide(id, { status: 'blocked' });
    expect((await request(id)).statusCode).toBe(409);
    const [last] = await company.audited();
    expect(last).toMatchObject({
      action: 'offer.access-decided',
      details: { offer: id, affiliate, status: 'blocked', before: { status: 'pending' } },
    });
  });

  it('needs no request for a public offer, and none of its own for another one', async () => {
    const { id } = await company.activated();
    expect((await request(id)).json()).toEqual({ affiliate: ['This offer needs no request.'] });
    const foreign = { as: partner, body: { affiliate: other } };
    expect((await company.send('POST', `${id}/access/`, foreign)).statusCode).toBe(403);
    expect((await company.done('GET', `${id}/`, { as: partner })).access).toEqual([
      { affiliate, affid: 'a1', name: 'Partner a1', status: 'open', reason: '' },
    ]);
    await decide(id, { status: 'blocked', reason: 'Fraud' });
    expect((await company.done('GET', `${id}/`, { as: partner })).access).toMatchObject([
      { status: 'blocked', reason: 'Fraud' },
    ]);
    expect(await seen('&access=mine')).toEqual([]);
  });

  it('sees of the log what is about itself, without names', async () => {
    const { id } = await company.activated({ visibility: 'approval' });
    await request(id);
    await decide(id, { status: 'approved', reason: 'Welcome' });
    const body = { affiliate: other, note: '' };
    await company.send('POST', `${id}/access/`, { body });
    const answer = await company.send('GET', `${id}/log/`, { as: partner });
    const log = offerLogSchema.array().parse(answer.json());
    expect(log.map(({ by, what, details }) => [by, what, details])).toEqual([
      [
        null,
        'Decided about access to an offer',
        { affid: 'a1', status: 'approved', reason: 'Welcome' },
      ],
      [null, 'Requested an offer', { affid: 'a1', note: '' }],
    ]);
    const whole = await company.send('GET', `${id}/log/?limit=2`);
    expect(whole.json()).toHaveLength(2);
    const cursor = whole.headers['x-next-cursor'];
    const rest = (await company.send('GET', `${id}/log/?cursor=${cursor}`)).json();
    expect(rest.map(({ action }: { action: string }) => action)).toEqual([
      'offer.access-requested',
      'offer.status-changed',
      'offer.created',
    ]);
    expect(rest[0].by).toBe(partner.email);
  });
});

describe('a manager', () => {
  it('approves an affiliate at once, and several together', async () => {
    const { id } = await company.activated({ visibility: 'private' });
    const manager = await company.member('manager');
    expect((await request(id, manager)).json()).toMatchObject({ status: 'approved' });
    const body = { affiliates: [affiliate, other], status: 'rejected', reason: 'Full' };
    const answer = await company.send('POST', `${id}/access/bulk/`, { as: manager, body });
    expect(
      answer.json().map(({ affid, status }: { affid: string; status: string }) => [affid, status]),
    ).toEqual([
      ['a1', 'rejected'],
      ['a2', 'rejected'],
    ]);
    const foreign = await (await offers().company()).affiliate('a1');
    const wrong = { affiliates: [affiliate, foreign], status: 'approved' };
    const refused = await company.send('POST', `${id}/access/bulk/`, { body: wrong });
    expect(refused.statusCode).toBe(403);
    expect((await request(id, await company.member('buyer'))).statusCode).toBe(403);
  });
});

describe('a decision', () => {
  type Row = { affiliate: number; version: number };
  const undo = (offer: number, decisions: object[], as = company.owner) =>
    company.send('POST', `${offer}/access/undo/`, { as, body: { decisions } });
  /** The access without its versions, which only grow. */
  const access = async (offer: number) =>
    (await company.send('GET', `${offer}/access/`))
      .json()
      .map(({ version: _, ...rest }: Row) => rest);

  it('is taken back to the request or the decision before it', async () => {
    const { id } = await company.activated({ visibility: 'approval' });
    await request(id, partner, 'Native');
    const requested = await access(id);
    await decide(id, { status: 'rejected' });
    await undo(id, [{ affiliate, version: 1 }]);
    expect(await access(id)).toEqual(requested);

    const approved = (await decide(id, { status: 'approved', reason: 'Good' })).json();
    const before = await access(id);
    await decide(id, { status: 'blocked', reason: 'Fraud' });
    const back = await undo(id, [{ affiliate, version: approved.version }]);
    expect(back.statusCode, back.body).toBe(200);
    expect(offerAccessSchema.array().parse(back.json())).toMatchObject([
      { status: 'approved', reason: 'Good', decided_at: approved.decided_at },
    ]);
    expect(await access(id)).toEqual(before);
    expect((await company.audited())[0]).toMatchObject({
      action: 'offer.access-undone',
      details: {
        ...{ offer: id, affiliate, status: 'approved' },
        before: { status: 'blocked', reason: 'Fraud' },
      },
    });
    // Only the last decision can be taken back, and only once.
    const [{ version }] = back.json();
    for (const replaced of [approved.version, version - 1]) {
      expect((await undo(id, [{ affiliate, version: replaced }])).statusCode).toBe(409);
    }
  });

  it('about many is taken back whole, or where one was changed since, not at all', async () => {
    const { id } = await company.activated({ visibility: 'private' });
    const manager = await company.member('manager');
    const body = { affiliates: [affiliate, other], status: 'approved' };
    await decide(id, { status: 'approved' });
    await company.send('POST', `${id}/access/bulk/`, { body });
    const both = [
      { affiliate, version: 1 },
      { affiliate: other, version: 0 },
    ];
    for (const as of [partner, await company.member('buyer')]) {
      expect((await undo(id, both, as)).statusCode).toBe(403);
    }
    // The first was approved before, so only the second loses what it got.
    expect((await undo(id, both, manager)).json()).toMatchObject([{ affid: 'a1', version: 1 }]);

    await company.send('POST', `${id}/access/bulk/`, { body: { ...body, status: 'rejected' } });
    await decide(id, { status: 'blocked' });
    expect((await undo(id, both, manager)).statusCode).toBe(409);
    expect(await access(id)).toMatchObject([{ status: 'blocked' }, { status: 'rejected' }]);
  });
});

describe('a link', () => {
  it('is one for each affiliate and parameters, in any order', async () => {
    const { id } = await company.activated();
    const save = (params: object, as = partner) =>
      company.send('POST', `${id}/links/`, { as, body: { affiliate, params } });
    const link = offerLinkSchema.parse((await save({ affsub: 'x y', utm_source: 'fb' })).json());
    const [path, query] = link.url.split('?');
    expect(path).toBe('https://ledger.test/t/c/a1');
    expect(query?.replace(/^k=mp_\w+&/, '')).toBe('offer=101&affsub=x+y&utm_source=fb');
    expect((await save({ utm_source: 'fb', affsub: 'x y' }, company.owner)).json()).toEqual(link);
    expect((await company.send('GET', `${id}/links/`, { as: partner })).json()).toEqual([link]);
    const stranger = await company.member('affiliate', [other]);
    expect((await company.send('GET', `${id}/links/`, { as: stranger })).json()).toEqual([]);
  });

  it('of an offer on request is saved by affiliates that were approved', async () => {
    const { id } = await company.activated({ visibility: 'approval' });
    const save = () => company.send('POST', `${id}/links/`, { as: partner, body: { affiliate } });
    expect((await save()).statusCode).toBe(403);
    await decide(id, { status: 'approved' });
    expect((await save()).statusCode).toBe(201);
  });
});
