import { describe, expect, it } from 'vitest';
import { addOffer } from '../offers/offers.ts';
import { pageTest, sharedTests, variant } from './fixture.ts';

const tests = sharedTests();

const two = (...changes: object[]) => [variant('A', changes[0]), variant('B', changes[1])];

describe('a test that cannot be as it is entered', () => {
  it.each<[string, object, Record<string, string[]>]>([
    [
      'shares below 100 %',
      { variants: two({ weight_bp: 4_000 }) },
      { variants: ['The shares add up to 90 %. Make them 100 %.'] },
    ],
    [
      'shares above 100 %',
      { variants: [...two(), variant('C', { weight_bp: 150 })] },
      { variants: ['The shares add up to 101.5 %. Make them 100 %.'] },
    ],
    [
      'a share below 1 %',
      { variants: two({ weight_bp: 9_950 }, { weight_bp: 50 }) },
      { 'variants.1.weight_bp': ['Enter a share of at least 1 %.'] },
    ],
    [
      'no control',
      { variants: two({ is_control: false }) },
      { variants: ['Choose the variant that is the control.'] },
    ],
    [
      'two controls',
      { variants: two({}, { is_control: true }) },
      { variants: ['Choose one control only.'] },
    ],
    [
      'one variant',
      { variants: [variant('A', { weight_bp: 10_000 })] },
      {
        variants: ['A test needs at least two variants.'],
      },
    ],
    [
      'equal addresses',
      { variants: two({}, { url: 'https://pages.test/a' }) },
      { 'variants.1.url': ['Another variant has the same address. Choose a different one.'] },
    ],
    [
      'equal letters and names',
      { variants: two({}, { key: 'A', name: 'page a' }) },
      {
        'variants.1.key': ['This letter is used twice.'],
        'variants.1.name': ['Another variant has this name.'],
      },
    ],
    [
      'a missing address',
      { variants: two({}, { url: null }) },
      { 'variants.1.url': ['Enter the address of the page.'] },
    ],
    [
      'an address that is no page',
      { variants: two({}, { url: 'javascript:alert(1)' }) },
      { 'variants.1.url': [expect.stringMatching(/^[A-Z].*\.$/)] as unknown as string[] },
    ],
    [
      'a host with a private address',
      { variants: two({}, { url: 'https://10.0.0.8/page' }) },
      {
        'variants.1.url': ['This host has an internal address, to which no visitor is sent.'],
      },
    ],
    [
      'the address of this machine',
      { variants: two({ url: 'https://localhost/page' }) },
      {
        'variants.0.url': ['This host has an internal address, to which no visitor is sent.'],
      },
    ],
    [
      'an address without encryption',
      { variants: two({ url: 'http://pages.test/a' }) },
      { 'variants.0.url': ['Begin with https://.'] },
    ],
    [
      'no step of a funnel',
      { kind: 'funnel_step' },
      { target: ['Choose the funnel and the step that the test is about.'] },
    ],
    [
      'a step that is not there',
      { kind: 'funnel_step', target: { funnel: 'main', step: 'landing' } },
      { target: ['Choose a step of a funnel of this project.'] },
    ],
    [
      'a longest runtime below the shortest',
      { min_runtime_days: 14, max_runtime_days: 7 },
      { max_runtime_days: ['Enter at least as many days as the shortest runtime.'] },
    ],
  ])('is refused at its field: %s', async (_, body, fields) => {
    const { create, created, done, send, list } = await tests().company();
    const refused = await create(body);
    expect([refused.statusCode, refused.json()]).toEqual([400, fields]);
    expect((await list()).json()).toEqual([]);
    const draft = await created();
    const again = await send('PATCH', `${draft.id}/`, { body });
    expect([again.statusCode, again.json()]).toEqual([400, fields]);
    expect(await done('GET', `${draft.id}/`)).toEqual(draft);
  });

  it('is refused where its offers are those of another project or the same', async () => {
    const { pool, company } = tests();
    const [{ id, create }, other] = [await company(), await company()];
    const own = await addOffer(pool, { projectId: id });
    const foreign = await addOffer(pool, { projectId: other.id });
    const offers = (a: number, b: number) => ({
      ...{ kind: 'offer', unit: 'click' },
      variants: two({ url: null, offer: a }, { url: null, offer: b }),
    });
    const refused = await create(offers(own, foreign));
    expect(refused.json()).toEqual({ 'variants.1.offer': ['Choose an offer of this project.'] });
    const equal = await create(offers(own, own));
    expect(equal.json()).toEqual({
      'variants.1.offer': ['Another variant has the same offer. Choose a different one.'],
    });
  });

  it('is refused where another has its name or its short name', async () => {
    const { create, created } = await tests().company();
    const { name, slug } = await created();
    const named = await create({ name: name.toUpperCase() });
    expect(named.json()).toEqual({
      name: [`Another test is called “${name.toUpperCase()}”. Choose another name.`],
    });
    const short = await create({ name: 'Another', slug });
    expect(short.json()).toEqual({
      slug: [expect.stringContaining(`“${slug}” is taken. Choose another, such as `)],
    });
  });
});

describe('a start', () => {
  it('needs the typed name where the goal had no event', async () => {
    const { created, send, done } = await tests().company();
    const draft = await created();
    const help =
      'The goal had no event in the last 7 days. Type the name of the test to start it all the same.';
    for (const body of [{}, { confirm: 'Another name' }, { confirm: '' }]) {
      const refused = await send('POST', `${draft.id}/start/`, { body });
      expect([refused.statusCode, refused.json()]).toEqual([400, { confirm: [help] }]);
    }
    expect(await done('GET', `${draft.id}/`)).toEqual(draft);
    const body = { confirm: draft.name };
    expect(await done('POST', `${draft.id}/start/`, { body })).toMatchObject({
      ...{ status: 'running', planned_units: null },
    });
  });

  it('needs no name where the goal is reported, and plans its units', async () => {
    const { clock, company, flush } = tests();
    const { created, ask, collectKey, done } = await company();
    const draft = await created();
    const events = Array.from({ length: 20 }, (_, at) => {
      const visitor = { visitor_id: `planned-${at}`, event_time: clock.now().toISOString() };
      const order = { event_id: `planned-${at}`, order_id: `planned-${at}`, value: 10 };
      return [
        { ...visitor, event_name: 'page_view' },
        ...(at < 10 ? [{ ...visitor, ...order, event_name: 'purchase', currency: 'USD' }] : []),
      ];
    }).flat();
    const kept = await ask('POST', '/api/v1/collect/server/', {
      key: collectKey,
      body: { events },
    });
    expect(kept.statusCode, kept.body).toBe(202);
    await flush();
    clock.advance(1_000);
    const running = await done('POST', `${draft.id}/start/`);
    expect(running.planned_units).toBeGreaterThan(0);
  });

  it('is refused while another test of the same runs', async () => {
    const { started, created, send, done } = await tests().company();
    const first = await started();
    const second = await created();
    const refused = await send('POST', `${second.id}/start/`, { body: { confirm: second.name } });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      `“${first.name}” already tests the same. Stop it first, or choose other variants.`,
    ]);
    const checks = await send('POST', `${second.id}/checks/`);
    expect(checks.json()).toContainEqual({
      ...{ check: 'same_target', state: 'fail', variant: null },
      detail: `“${first.name}” runs about the same. Stop it first, or choose other variants.`,
    });
    await done('POST', `${first.id}/pause/`);
    expect(await done('GET', `${second.id}/`)).toEqual(second);
    const body = { confirm: second.name };
    expect(await done('POST', `${second.id}/start/`, { body })).toMatchObject({
      status: 'running',
    });
  });

  it('is refused where an offer takes no clicks', async () => {
    const { pool, company } = tests();
    const { id, created, send } = await company();
    const active = await addOffer(pool, { projectId: id, status: 'active' });
    const resting = await addOffer(pool, { projectId: id, offerId: '102', status: 'draft' });
    const draft = await created({
      ...{ kind: 'offer', unit: 'click' },
      variants: two({ url: null, offer: active }, { url: null, offer: resting }),
    });
    const refused = await send('POST', `${draft.id}/start/`, { body: { confirm: draft.name } });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { 'variants.1.offer': ['Offer 102 is not active. Activate it, or choose another offer.'] },
    ]);
  });
});

describe('a started test', () => {
  it('keeps its goal and says the way out', async () => {
    const { started, send, done } = await tests().company();
    const running = await started();
    const { goal, variants } = pageTest;
    const locked = 'This is locked since the test started. Duplicate the test to change it.';
    for (const [body, fields] of [
      [
        { goal: { ...goal, type: 'epc' } },
        {
          goal: [
            'The goal is locked since the test started. Duplicate the test and choose another goal there.',
          ],
        },
      ],
      [{ variants }, { variants: [locked] }],
      [{ alpha: 0.2 }, { alpha: [locked] }],
      [{ traffic_pct: 50 }, { traffic_pct: [locked] }],
      [{ name: 'Renamed', min_runtime_days: 2 }, { min_runtime_days: [locked] }],
    ] as const) {
      const refused = await send('PATCH', `${running.id}/`, { body });
      expect([refused.statusCode, refused.json()]).toEqual([400, fields]);
    }
    expect(await done('GET', `${running.id}/`)).toEqual(running);
    const body = { name: 'Renamed', hypothesis: 'Another', max_runtime_days: 60, guardrails: [] };
    expect(await done('PATCH', `${running.id}/`, { body })).toMatchObject(body);
  });

  it('is weighed with whole shares of its variants, while it runs', async () => {
    const { started, send, done } = await tests().company();
    const running = await started();
    const weigh = (body: object) => send('POST', `${running.id}/weights/`, { body });
    const reason = 'By hand';
    for (const [weights, sentence] of [
      [{ A: 5_000, B: 4_000 }, 'The shares add up to 90 %. Make them 100 %.'],
      [{ A: 10_000 }, 'Enter the share of Page B.'],
      [{ A: 4_000, B: 4_000, C: 2_000 }, 'There is no variant C. Leave it out.'],
    ] as const) {
      expect((await weigh({ weights, reason })).json()).toEqual({ weights: [sentence] });
    }
    const weights = { A: 5_000, B: 5_000 };
    expect((await weigh({ weights, reason: ' ' })).json()).toEqual({ reason: ['Write why.'] });
    expect(await done('GET', `${running.id}/`)).toEqual(running);
    await done('POST', `${running.id}/pause/`);
    const late = await weigh({ weights, reason });
    expect([late.statusCode, late.json().detail]).toEqual([
      409,
      'Only a running test is weighed. Resume it if it is paused.',
    ]);
  });
});

describe('a decision', () => {
  it('against the gate needs an override and a reason', async () => {
    const { started, snapshot, results, send, done } = await tests().company();
    const running = await started();
    await snapshot();
    const { snapshot_id, gate } = await results(running);
    expect(gate.status).toBe('collecting');
    const ship = { decision: 'ship', variant: 'B', snapshot_id };
    const decide = (body: object) => send('POST', `${running.id}/decide/`, { body });
    const short = 'Write why you decide against the gate, in at least 20 characters.';
    for (const [body, fields] of [
      [
        ship,
        {
          override: ['The gate does not say so yet. Wait, or decide against it and write why.'],
        },
      ],
      [{ ...ship, override: true }, { note: [short] }],
      [{ ...ship, override: true, note: `  ${'x'.repeat(19)}  ` }, { note: [short] }],
      [{ ...ship, variant: null }, { variant: ['Choose the variant to ship.'] }],
      [{ ...ship, variant: 'C' }, { variant: ['Choose the variant to ship.'] }],
      [{ ...ship, variant: 'A' }, { variant: ['This is the control. Decide to keep it instead.'] }],
      [{ ...ship, snapshot_id: 'another' }, { snapshot_id: ['Choose a snapshot of this test.'] }],
    ] as const) {
      const refused = await decide(body);
      expect([refused.statusCode, refused.json()]).toEqual([400, fields]);
    }
    expect(await done('GET', `${running.id}/`)).toEqual(running);
    const reason = 'The price ends on Friday, so B it is.';
    const decided = await decide({ ...ship, override: true, note: reason });
    expect(decided.json().decision).toMatchObject({ is_override: true, note: reason });
  });

  it('of a draft is refused', async () => {
    const { created, send } = await tests().company();
    const draft = await created();
    const body = { decision: 'inconclusive', snapshot_id: 'none' };
    const refused = await send('POST', `${draft.id}/decide/`, { body });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'This test has not started. Start it before you decide.',
    ]);
  });
});
