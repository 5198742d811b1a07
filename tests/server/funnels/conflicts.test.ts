import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStores } from '#tests/support/stores.ts';
import { type Funnels, startFunnels, stepOf } from './fixture.ts';

const stores = sharedStores();

let funnels: Funnels;
beforeAll(async () => {
  funnels = await startFunnels(stores());
});
afterAll(() => funnels.stop());

const on = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
const sentence = 'Someone else changed this meanwhile. Compare both and save again.';

describe('a change that is based on an older version', () => {
  it.each([
    ['PATCH', '', { description: 'Mine' }],
    ['DELETE', '', undefined],
    ['POST', 'publish/', {}],
    ['POST', 'pause/', {}],
    ['POST', 'set-default/', { is_default: true }],
    ['POST', 'steps/', stepOf('more')],
    ['POST', 'steps/reorder/', { order: ['order', 'checkout', 'landing'] }],
  ] as const)('of a funnel answers with the current one: %s %s', async (method, below, body) => {
    const { published, done, send } = await funnels.company();
    const seen = await published();
    const path = `${seen.slug}/`;
    const current = await done('PATCH', path, { body: { description: 'Theirs' } });
    const sent = body ? { body } : {};
    const refused = await send(method, path + below, { ...sent, ...on(seen.version) });
    expect([refused.statusCode, refused.json()]).toEqual([409, { detail: sentence, current }]);
    expect(await done('GET', path)).toEqual(current);
    const accepted = await send(method, path + below, { ...sent, ...on(current.version) });
    expect([200, 201], accepted.body).toContain(accepted.statusCode);
  });

  it.each(['PATCH', 'DELETE'] as const)('of a step answers with the step: %s', async (method) => {
    const { published, done, send } = await funnels.company();
    const seen = await published();
    const path = `${seen.slug}/steps/checkout/`;
    const changed = await done('PATCH', path, { body: { name: 'Theirs' } });
    const current = changed.steps.find(({ slug }) => slug === 'checkout');
    const version = seen.steps[1]?.version ?? 0;
    const body = { name: 'Mine' };
    const refused = await send(method, path, { body, ...on(version) });
    expect([refused.statusCode, refused.json()]).toEqual([409, { detail: sentence, current }]);
    // A change of another step is no conflict.
    await done('PATCH', `${seen.slug}/steps/order/`, { body: { name: 'Sale' } });
    await done(method, path, { body, ...on(current?.version ?? 0) });
  });

  it('of a step that was removed says so, and the step can be put back', async () => {
    const { published, done, send } = await funnels.company();
    const { slug, steps } = await published();
    const path = `${slug}/steps/checkout/`;
    await done('DELETE', path);
    const mine = { body: { name: 'Mine' }, ...on(steps[1]?.version ?? 0) };
    const refused = await send('PATCH', path, mine);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { detail: '“Step checkout” was removed meanwhile. Restore it first.', current: null },
    ]);
    expect((await send('PATCH', path, { body: { name: 'Mine' } })).statusCode).toBe(404);
    await done('POST', `${path}restore/`);
    expect((await done('PATCH', path, mine)).steps[1]).toMatchObject({ name: 'Mine' });
  });

  it('of a step whose slug another step took is one, too', async () => {
    const { published, done, send } = await funnels.company();
    const { slug, steps } = await published();
    const path = `${slug}/steps/checkout/`;
    await done('DELETE', path);
    await done('POST', `${slug}/steps/`, { body: stepOf('checkout') });
    const body = { name: 'Mine' };
    const refused = await send('PATCH', path, { body, ...on(steps[1]?.version ?? 0) });
    expect([refused.statusCode, refused.json().current.name]).toEqual([409, 'Step checkout']);
  });

  it('of a funnel that was archived says so', async () => {
    const { published, done, send } = await funnels.company();
    const { slug } = await published();
    await send('DELETE', `${slug}/`);
    const current = await done('GET', `${slug}/`);
    for (const [method, below, body] of [
      ['PATCH', '', { description: 'Mine' }],
      ['POST', 'publish/', {}],
      ['PATCH', 'steps/order/', { name: 'Mine' }],
      ['POST', 'annotations/', { at: '2026-11-20T12:00:00Z', text: 'A note' }],
    ] as const) {
      const refused = await send(method, `${slug}/${below}`, { body });
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        { detail: 'This funnel is archived. Restore it first.', current },
      ]);
    }
  });

  it('is accepted where the header is missing, a star or the version, and refused where it is none', async () => {
    const { created, done, send } = await funnels.company();
    const { slug } = await created();
    const body = { description: 'Mine' };
    await done('PATCH', `${slug}/`, { body });
    for (const header of ['*', '3', 'W/"4"', '"5"']) {
      await done('PATCH', `${slug}/`, { body, headers: { 'if-match': header } });
    }
    const refused = await send('PATCH', `${slug}/`, { body, headers: { 'if-match': '"abc"' } });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { 'If-Match': ['Send the version that you read, as "3".'] },
    ]);
  });

  it('loses nothing where several arrive at once', async () => {
    const { created, done, send } = await funnels.company();
    const { slug, version } = await created();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        send('PATCH', `${slug}/`, { body: { description: `By ${number}` }, ...on(version) }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect((await done('GET', `${slug}/`)).version).toBe(version + 1);
  });
});

describe('a call that creates something', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  it('with the same key answers the same and creates it once', async () => {
    const { create, published, send, audited } = await funnels.company();
    const headers = key();
    const [first, again] = [await create({}, headers), await create({}, headers)];
    expect([first.statusCode, again.statusCode, again.json()]).toEqual([201, 201, first.json()]);
    const other = await create({ name: 'Other' }, headers);
    expect([other.statusCode, other.json()]).toEqual([
      422,
      { detail: 'This Idempotency-Key was used for something else.' },
    ]);
    const { slug } = await published({ name: 'Published' });
    for (const [below, body] of [
      ['duplicate/', { name: 'Copy' }],
      ['steps/', stepOf('more')],
      ['annotations/', { at: '2026-11-20T12:00:00Z', text: 'A note' }],
    ] as const) {
      const sent = { body, headers: key() };
      const one = await send('POST', `${slug}/${below}`, sent);
      expect(one.statusCode, one.body).toBe(201);
      expect((await send('POST', `${slug}/${below}`, sent)).json()).toEqual(one.json());
    }
    const actions = (await audited()).map(({ action }) => action);
    expect(actions).toEqual([
      ...['funnel.note-added', 'funnel.step-added', 'funnel.created'],
      ...['funnel.published', 'funnel.created', 'funnel.created'],
    ]);
  });
});
