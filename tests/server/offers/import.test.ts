import { beforeEach, describe, expect, it } from 'vitest';
import { offerImportAnswerSchema } from '#contract/offers/offer.ts';
import { type OfferCompany, sharedOffers } from './fixture.ts';

const offers = sharedOffers();
let company: OfferCompany;
beforeEach(async () => {
  company = await offers().company();
});

const send = (csv: string, more: object = {}, as = company.owner) =>
  company.send('POST', 'import/', { as, body: { project: company.id, csv, ...more } });
async function imported(csv: string, more: object = {}) {
  const answer = await send(csv, more);
  expect(answer.statusCode, answer.body).toBe(200);
  return offerImportAnswerSchema.parse(answer.json());
}
const list = async () => (await company.list()).json();

const file = `offer_id;name;destination_url;countries;tags;payout_type;payout_amount;hold_days
201;Keto;https://network.test/?c={click_id};US, uk;diet|summer;cpa;32,5;7
202;Casino;https://network.test/;QQ;;cpa;12;x
;;https://network.test/?c={click_id};;;;;
204;Slots;http://10.0.0.1/?c={click_id};;;;;
205;Sweeps;;;;cps;120;`;

describe('an import', () => {
  it('takes good lines, and names what is wrong with the others by line and column', async () => {
    const answer = await imported(file);
    expect(answer).toMatchObject({ created: 1, changed: 0 });
    expect(
      answer.lines.map(({ line, result, faults }) => [
        line,
        result,
        faults.map((one) => one.column),
      ]),
    ).toEqual([
      [2, 'created', []],
      [3, 'refused', ['destination_url', 'hold_days']],
      [4, 'refused', ['name']],
      [5, 'refused', ['destination_url']],
      [6, 'refused', ['payout_pct', 'payout_amount']],
    ]);
    expect(await list()).toMatchObject([
      {
        ...{ offer_id: '201', name: 'Keto', status: 'pending', countries: ['US', 'GB'] },
        ...{ tags: ['diet', 'summer'], payout: { payout_amount: 32.5 } },
      },
    ]);
    expect((await company.audited()).map(({ action }) => action)).toEqual([
      'offers.imported',
      'offer.created',
    ]);
  });

  it('refuses a line with more cells than the header, because some are in wrong columns', async () => {
    const lines = 'name,description\nKeto,Slim, fit\nSlots,"Spin, win"\nSweeps,Any\nBingo,Any,\n';
    expect((await imported(lines)).lines).toMatchObject([
      { line: 2, result: 'refused', faults: [{ message: expect.stringMatching(/more cells/) }] },
      { line: 3, result: 'created' },
      { line: 4, result: 'created' },
      { line: 5, result: 'created' },
    ]);
  });

  it('only checks where that is wanted', async () => {
    expect(await imported(file, { dry_run: true })).toMatchObject({ created: 1 });
    expect(await list()).toEqual([]);
    expect(await company.audited()).toEqual([]);
  });

  it('changes offers with the same id, and leaves fields without a cell', async () => {
    await imported(file);
    const second =
      'offer_id,name,notes,payout_type,payout_amount\n201,Keto 2,"Two, lines",cpa,32.5\n';
    expect(await imported(second)).toMatchObject({ changed: 1, lines: [{ result: 'changed' }] });
    expect(await imported(second)).toMatchObject({ changed: 0, lines: [{ result: 'unchanged' }] });
    const [{ id }] = await list();
    expect(await company.done('GET', `${id}/`)).toMatchObject({
      ...{ name: 'Keto 2', tags: ['diet', 'summer'], internal: { notes: 'Two, lines' } },
    });
    const other = await imported('offer_id,payout_type,payout_amount\n201,cpa,40\n');
    expect(other.lines).toMatchObject([
      { line: 2, result: 'refused', faults: [{ column: 'payout_type' }] },
    ]);
  });

  it.each([
    ['name,colour\nA,red', /“colour” is no column/],
    ['title\nA', /column name or offer_id/],
    ['name,name\nA,B', /twice/],
    ['name\n', /nothing below it/],
    ['name\n"A', /cannot be read/],
  ])('refuses a file as a whole: %j', async (csv, sentence) => {
    const answer = await send(csv);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { csv: [expect.stringMatching(sentence)] },
    ]);
  });

  it('with terms needs the right to set them', async () => {
    const buyer = await company.member('buyer');
    expect((await send(file, {}, buyer)).statusCode).toBe(403);
    expect((await send('name\nA', {}, buyer)).statusCode).toBe(200);
  });
});

describe('a change of many offers', () => {
  const change = (ids: number[], wanted: object) =>
    company.send('POST', 'bulk/', { body: { project: company.id, offers: ids, change: wanted } });

  it('answers each on its own', async () => {
    const { id: active } = await company.activated();
    const { id: pending } = await company.created({ name: 'Later' });
    const answer = await change([active, pending], { kind: 'status', to: 'paused' });
    expect(answer.json()).toEqual({
      changed: [active],
      refused: [{ id: pending, name: 'Later', message: 'Only an active offer can be paused.' }],
    });
    await change([active, pending], { kind: 'add_tag', tag: 'q4' });
    await change([active], { kind: 'remove_tag', tag: 'q4' });
    expect((await list()).map(({ tags }: { tags: string[] }) => tags)).toEqual([['q4'], []]);
  });

  it('of another project is refused as a whole', async () => {
    const { id } = await company.activated();
    const foreign = await (await offers().company()).created();
    expect((await change([id, foreign.id], { kind: 'status', to: 'paused' })).statusCode).toBe(403);
    expect(await company.done('GET', `${id}/`)).toMatchObject({ status: 'active' });
  });
});
