import { describe, expect, it } from 'vitest';
import { funnelSchema } from '#contract/funnels/schemas.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { addOffer } from '../offers/offers.ts';
import { cutAt } from './cut-at.ts';
import { DAY, sharedTests, type TestCompany, variant } from './fixture.ts';

const tests = sharedTests();
const stores = sharedStores();

const landing = {
  ...{ slug: 'landing', name: 'Landing', kind: 'custom', page_url: 'https://pages.test/a' },
  matcher: {
    any: [
      {
        event: 'page_view',
        filters: [
          { property: 'path', operator: 'equals', value: '/a' },
          { property: 'country', operator: 'equals', value: 'US' },
        ],
      },
    ],
  },
};
const order = {
  slug: 'order',
  name: 'Order',
  kind: 'custom',
  matcher: { any: [{ event: 'purchase' }] },
};

/** A published funnel, and a test of its first step that is decided for another page. */
async function stepTest({ id, ask, decided }: TestCompany) {
  const at = `?project_id=${id}`;
  const funnelOf = async (method: 'GET' | 'POST' | 'PATCH', below = '', body: object = {}) => {
    const answer = await ask(method, `/api/v1/funnels/main/${below}${at}`, { body });
    expect([200, 201], answer.body).toContain(answer.statusCode);
    return funnelSchema.parse(answer.json());
  };
  const made = await ask('POST', '/api/v1/funnels/', {
    body: { project: id, name: 'Main', slug: 'main', steps: [landing, order] },
  });
  expect(made.statusCode, made.body).toBe(201);
  const published = await funnelOf('POST', 'publish/');
  const target = { funnel: 'main', step: 'landing' };
  const test = await decided({ kind: 'funnel_step', target });
  return { published, test, funnelOf };
}

describe('a ship', () => {
  it('is followed by the page of the funnel step and its matcher, and undone with them', async () => {
    const company = await tests().company();
    const { published, test, funnelOf } = await stepTest(company);
    const ship = { variant: 'B', with_step: true, with_matcher: true };
    const shipped = await company.done('POST', `${test.id}/ship/`, { body: ship });
    expect(shipped.ship).toMatchObject({ variant: 'B', with_step: true });
    const followed = await funnelOf('GET');
    expect(followed).toMatchObject({ has_changes: false });
    expect(followed.published?.definition.steps[0]).toMatchObject({
      ...{ slug: 'landing', page_url: 'https://pages.test/b' },
      matcher: {
        any: [
          {
            filters: [
              { property: 'path', operator: 'equals', value: '/b' },
              { property: 'country', operator: 'equals', value: 'US' },
            ],
          },
        ],
      },
    });
    expect((await tests().follow(test)).pathname).toBe('/b');
    const undone = await company.done('POST', `${test.id}/undo-ship/`);
    expect(undone).toMatchObject({ status: 'running', ship: null });
    const back = await funnelOf('GET');
    expect(back.published?.definition).toEqual(published.published?.definition);
  });

  it('changes only the page unless the matcher should follow, and no step where none should follow', async () => {
    const company = await tests().company();
    const { published, test, funnelOf } = await stepTest(company);
    await company.done('POST', `${test.id}/ship/`, { body: { variant: 'B' } });
    expect(await funnelOf('GET')).toEqual(published);
    await company.done('POST', `${test.id}/undo-ship/`);
    expect(await funnelOf('GET')).toEqual(published);
    const body = { variant: 'B', with_step: true };
    await company.done('POST', `${test.id}/ship/`, { body });
    expect((await funnelOf('GET')).published?.definition.steps[0]).toMatchObject({
      ...{ page_url: 'https://pages.test/b', matcher: landing.matcher },
    });
  });

  it('is not undone where the funnel was changed since, and nothing is lost', async () => {
    const company = await tests().company();
    const { test, funnelOf } = await stepTest(company);
    const body = { variant: 'B', with_step: true };
    const shipped = await company.done('POST', `${test.id}/ship/`, { body });
    const changed = await funnelOf('PATCH', '', { description: 'Changed since' });
    const refused = await company.send('POST', `${test.id}/undo-ship/`);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { with_step: ['The funnel was changed since. Change the page of its step there.'] },
    ]);
    expect(await company.done('GET', `${test.id}/`)).toEqual(shipped);
    expect(await funnelOf('GET')).toEqual(changed);
  });

  it('waits for changes of the funnel that are not published', async () => {
    const company = await tests().company();
    const { test, funnelOf } = await stepTest(company);
    const changed = await funnelOf('PATCH', 'steps/order/', { name: 'Sale' });
    const body = { variant: 'B', with_step: true };
    const refused = await company.send('POST', `${test.id}/ship/`, { body });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        with_step: ['The funnel has changes that are not published. Publish or undo them first.'],
      },
    ]);
    expect(await funnelOf('GET')).toEqual(changed);
    expect((await company.done('GET', `${test.id}/`)).ship).toBeNull();
  });

  it('of a test of pages has no step to follow', async () => {
    const { decided, send } = await tests().company();
    const test = await decided();
    const body = { variant: 'B', with_step: true };
    const refused = await send('POST', `${test.id}/ship/`, { body });
    expect(refused.json()).toEqual({
      with_step: ['This test is not about the page of a funnel step.'],
    });
  });
});

describe('a ship that is cut off', () => {
  it.each([
    ['while the funnel is changed', /update "funnel_steps"|update "funnels"/],
    ['before its row', /insert into "split_test_ships"/],
    ['before its test', /update "split_tests"/],
    ['before its audit entry', /insert into "?audit_entries/],
    ['before its end', /^commit$/i],
  ])('is shipped or not, never half: %s', async (_, statement) => {
    const { pool } = stores();
    const company = await tests().company();
    const { test, published, funnelOf } = await stepTest(company);
    const before = await company.done('GET', `${test.id}/`);
    const told = await company.audited();
    const cut = cutAt(pool, statement);
    const body = { variant: 'B', with_step: true };
    const refused = await company.send('POST', `${test.id}/ship/`, { body });
    cut.restore();
    expect([cut.cuts, refused.statusCode >= 500]).toEqual([1, true]);
    expect(await company.done('GET', `${test.id}/`)).toEqual(before);
    expect(await funnelOf('GET')).toEqual(published);
    expect(await company.audited()).toEqual(told);
    const shipped = await company.done('POST', `${test.id}/ship/`, { body });
    expect(shipped.ship).toMatchObject({ variant: 'B', with_step: true });
    expect((await funnelOf('GET')).published?.definition.steps[0]?.page_url).toBe(
      'https://pages.test/b',
    );
  });
});

describe('a test that was shipped', () => {
  it('of offers leads the link of an affiliate to the winner, and undone splits it again', async () => {
    const { pool, company, follow } = tests();
    const { id, decided, done } = await company();
    await createAffiliate(pool, { projectId: id, affId: '1001', name: 'Partner' });
    const offer = (offerId: string) =>
      addOffer(pool, { projectId: id, offerId, status: 'active', visibility: 'public' });
    const [a, b] = [await offer('201'), await offer('202')];
    const test = await decided({
      ...{ kind: 'offer', unit: 'click' },
      variants: [variant('A', { url: null, offer: a }), variant('B', { url: null, offer: b })],
    });
    const hostsOf = async (visits: number) => {
      const hosts = new Set<string>();
      for (let visit = 0; visit < visits; visit += 1) {
        hosts.add((await follow(test, '?affid=1001')).hostname);
      }
      return [...hosts].sort();
    };
    await done('POST', `${test.id}/ship/`, { body: { variant: 'B' } });
    expect(await hostsOf(8)).toEqual(['offer-202.test']);
    await done('POST', `${test.id}/undo-ship/`);
    expect(await hostsOf(40)).toEqual(['offer-201.test', 'offer-202.test']);
  });

  it('leads to its winner also from the archive, and its snapshots stay', async () => {
    const { company, follow, clock } = tests();
    const { decided, send, done, snapshot } = await company();
    const test = await decided({ variants: [variant('A'), variant('B')] });
    await done('POST', `${test.id}/ship/`, { body: { variant: 'B' } });
    await send('DELETE', `${test.id}/`);
    expect((await follow(test)).pathname).toBe('/b');
    clock.advance(3 * DAY);
    await snapshot();
    const kept = await send('GET', `${test.id}/results/?snapshot_id=${test.decision?.snapshot_id}`);
    expect(kept.json().results.gate).toMatchObject({ status: 'ready_ship', winner: 'B' });
  });
});
