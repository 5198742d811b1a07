import { describe, expect, it } from 'vitest';
import { splitTestSchema } from '#contract/split-tests/schemas.ts';
import { DAY, HOUR, on, sharedTests, variant } from './fixture.ts';

const tests = sharedTests();

describe('the life of a test', () => {
  it('goes from a draft over its link and its figures to what was learned', async () => {
    const { company, follow, clock, flush } = tests();
    const { id, collectKey, ask, send, done, created, launch, results, snapshot, ...own } =
      await company();
    const draft = await created();
    expect(draft).toMatchObject({ project: id, status: 'draft', version: 1, phases: [] });
    expect(draft.link).toBe(`https://ledger.test/t/x/${draft.slug}/`);
    expect((await follow(draft)).pathname).toBe('/a');

    const changed = await done('PATCH', `${draft.id}/`, {
      body: { variants: [variant('A', { weight_bp: 2_000 }), variant('B', { weight_bp: 8_000 })] },
      ...on(draft.version),
    });
    expect(changed.variants.map(({ weight_bp }) => weight_bp)).toEqual([2_000, 8_000]);
    const checks = await send('POST', `${draft.id}/checks/`);
    const states = checks
      .json()
      .map((one: { check: string; state: string }) => [one.check, one.state]);
    expect(states).toEqual([
      ['addresses', 'pass'],
      ['addresses', 'pass'],
      ['goal_events', 'warn'],
      ['same_target', 'pass'],
    ]);

    const running = await launch(changed);
    expect(running).toMatchObject({ status: 'running', started_at: clock.now().toISOString() });
    expect(running.phases).toMatchObject([
      { n: 1, ended_at: null, weights: { A: 2_000, B: 8_000 }, traffic_pct: 100 },
    ]);

    const units = Array.from({ length: 40 }, (_, place) => `visitor-${id}-${place}`);
    const shown = new Map<string, string>();
    const clicks = new Map<string, string>();
    for (const unit of units) {
      const url = await follow(draft, `?visitor_id=${unit}&utm_source=mail`);
      const key = url.searchParams.get('v') ?? '';
      expect(url.pathname).toBe(`/${key.toLowerCase()}`);
      expect(url.searchParams.get('utm_source')).toBe('mail');
      shown.set(unit, key);
      clicks.set(unit, url.searchParams.get('click_id') ?? '');
    }
    for (const unit of units) {
      const again = await follow(draft, `?visitor_id=${unit}`);
      expect(again.searchParams.get('v')).toBe(shown.get(unit));
    }
    const [first = ''] = units;
    const assigned = await send('GET', `${draft.id}/assignments/?unit_id=${first}`);
    expect(assigned.json()).toMatchObject({ variant: shown.get(first), is_in_test: true });
    const preview = running.variants.find(({ key }) => key !== shown.get(first))?.preview_url ?? '';
    const previewed = await follow(draft, new URL(preview).search);
    expect(previewed.searchParams.get('v')).not.toBe(shown.get(first));

    clock.advance(10 * 60_000);
    const buyers = units.slice(0, 10);
    const sold = await ask('POST', '/api/v1/collect/server/', {
      key: collectKey,
      body: {
        events: buyers.map((unit) => ({
          ...{ event_name: 'purchase', event_time: clock.now().toISOString(), currency: 'USD' },
          ...{ order_id: `order-${unit}`, value: 50, click_id: clicks.get(unit) },
        })),
      },
    });
    expect(sold.statusCode, sold.body).toBe(202);
    await flush();
    clock.advance(26 * HOUR);
    await snapshot();
    const found = await results(draft);
    const count = (key: string, among: readonly string[]) =>
      among.filter((unit) => shown.get(unit) === key).length;
    expect(
      found.variants.map(({ key, units: frozen, all_units, conversions, all_conversions }) => ({
        ...{ key, frozen, all_units, conversions, all_conversions },
      })),
    ).toEqual(
      ['A', 'B'].map((key) => ({
        ...{ key, frozen: count(key, units), all_units: count(key, units) },
        ...{ conversions: count(key, buyers), all_conversions: count(key, buyers) },
      })),
    );
    expect(found).toMatchObject({ maturity: 1, gate: { status: 'collecting', winner: null } });
    const live = (await send('GET', `${draft.id}/results/`)).json().live;
    expect(live).toMatchObject({ exposures: 80, next_snapshot_at: expect.any(String) });
    const series = (await send('GET', `${draft.id}/timeseries/`)).json();
    expect(series).toMatchObject([{ snapshot_id: found.snapshot_id, status: 'collecting' }]);
    const old = await send('GET', `${draft.id}/results/?snapshot_id=${found.snapshot_id}`);
    expect(old.json().results).toEqual(found);
    expect((await send('GET', `${draft.id}/results/?snapshot_id=none`)).statusCode).toBe(404);
    const file = await send('GET', `${draft.id}/export/`);
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body.split('\n')[0]).toContain('variant,name,is_control');

    const weighed = await done('POST', `${draft.id}/weights/`, {
      body: { weights: { A: 5_000, B: 5_000 }, traffic_pct: 90, reason: 'Both look alike.' },
    });
    expect(weighed.phases).toMatchObject([
      { n: 1, ended_at: clock.now().toISOString() },
      { n: 2, ended_at: null, weights: { A: 5_000, B: 5_000 }, traffic_pct: 90 },
    ]);
    const paused = await done('POST', `${draft.id}/pause/`, on(weighed.version));
    expect(paused.phases.every(({ ended_at: end }) => end !== null)).toBe(true);
    for (const unit of units.slice(0, 5)) {
      expect((await follow(draft, `?visitor_id=${unit}`)).pathname).toBe('/a');
    }
    clock.advance(DAY);
    const resumed = await done('POST', `${draft.id}/resume/`);
    expect(resumed.phases.at(-1)).toMatchObject({ n: 3, reason: 'The test was resumed.' });
    const stopped = await done('POST', `${draft.id}/stop/`);
    expect(stopped).toMatchObject({ status: 'stopped', ended_at: clock.now().toISOString() });
    const inconclusive = await done('POST', `${draft.id}/decide/`, {
      body: {
        ...{ decision: 'inconclusive', snapshot_id: found.snapshot_id, override: true },
        note: 'The campaign behind it ended early.',
      },
    });
    expect(inconclusive.decision).toMatchObject({
      ...{ decision: 'inconclusive', variant: null, is_override: true },
      decided_at: clock.now().toISOString(),
    });

    const archived = await send('DELETE', `${draft.id}/`, on(inconclusive.version));
    expect(archived.body).toBe('The test was archived. Its link goes on leading where it led.');
    expect((await follow(draft, `?visitor_id=${first}`)).pathname).toBe('/a');
    const restored = await done('POST', `${draft.id}/restore/`);
    expect(restored).toMatchObject({ status: 'stopped', name: draft.name });
    const copy = splitTestSchema.parse((await send('POST', `${draft.id}/duplicate/`)).json());
    expect(copy).toMatchObject({
      ...{ status: 'draft', name: `${draft.name.replace(/\d+$/, '')}2`, decision: null },
      ...{ goal: draft.goal, hypothesis: draft.hypothesis, phases: [], traffic_pct: 90 },
    });
    expect(copy.slug).not.toBe(draft.slug);

    const told = await own.audited();
    expect(told.map(({ action }) => action.replace('split-test.', ''))).toEqual([
      ...['created', 'changed', 'started', 'weighed', 'paused', 'resumed', 'stopped', 'decided'],
      ...['archived', 'restored', 'created'],
    ]);
  });

  it('is decided and shipped when the gate says so, and both are taken back', async () => {
    const { company, follow } = tests();
    const { done, send, won, audited } = await company();
    const { test, found } = await won();
    const path = (below: string) => `${test.id}/${below}/`;
    expect(found.gate).toMatchObject({ status: 'ready_ship', winner: 'B', eta_days: 0 });
    expect(found.first_crossing).toEqual({ snapshot_id: found.snapshot_id, at: found.as_of });
    const choice = { decision: 'ship', variant: 'B', snapshot_id: found.snapshot_id };

    const early = await send('POST', path('ship'), { body: { variant: 'B' } });
    expect([early.statusCode, early.json().detail]).toEqual([
      409,
      'Decide to ship this variant first.',
    ]);
    const decided = await done('POST', path('decide'), { body: choice });
    expect(decided.decision).toMatchObject({
      ...{ decision: 'ship', variant: 'B', is_override: false, note: '' },
      snapshot_id: found.snapshot_id,
    });
    const twice = await send('POST', path('decide'), { body: choice });
    expect([twice.statusCode, twice.json().detail]).toEqual([
      409,
      'This test is decided. Take the decision back first.',
    ]);
    const shipped = await done('POST', path('ship'), { body: { variant: 'B' } });
    expect(shipped).toMatchObject({
      status: 'stopped',
      ship: { variant: 'B', with_step: false, with_offer: false },
    });
    for (let visit = 0; visit < 10; visit += 1) expect((await follow(test)).pathname).toBe('/b');
    expect(await done('POST', path('ship'), { body: { variant: 'B' } })).toEqual(shipped);
    const held = await send('POST', path('undo-decision'));
    expect([held.statusCode, held.json().detail]).toEqual([
      409,
      'A variant is shipped. Undo that first.',
    ]);

    const undone = await done('POST', path('undo-ship'));
    expect(undone).toMatchObject({ status: 'running', ship: null, ended_at: null });
    expect(undone.phases.at(-1)).toMatchObject({ n: 2, reason: 'The ship was undone.' });
    expect(await done('POST', path('undo-ship'))).toEqual(undone);
    const open = await done('POST', path('undo-decision'));
    expect(open.decision).toBeNull();
    expect(await done('POST', path('undo-decision'))).toEqual(open);
    expect((await audited()).slice(2).map(({ action, details }) => [action, details])).toEqual([
      [
        'split-test.decided',
        { decision: 'ship', variant: 'B', override: false, snapshot: found.snapshot_id },
      ],
      ['split-test.shipped', { variant: 'B', with_step: false }],
      ['split-test.ship-undone', { variant: 'B' }],
      ['split-test.decision-undone', { decision: 'ship' }],
    ]);
  });

  it('comes back paused from a ship where another test of the same began meanwhile', async () => {
    const { done, decided, started, send } = await tests().company();
    const test = await decided();
    await done('POST', `${test.id}/ship/`, { body: { variant: 'B' } });
    const rival = await started();
    const undone = await done('POST', `${test.id}/undo-ship/`);
    expect(undone).toMatchObject({ status: 'paused', ship: null });
    const refused = await send('POST', `${test.id}/resume/`);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      `“${rival.name}” already tests the same. Stop it before you resume this.`,
    ]);
    await done('POST', `${rival.id}/stop/`);
    expect(await done('POST', `${test.id}/resume/`)).toMatchObject({ status: 'running' });
  });

  it('has a link with the key of its project where an older test of another one has its short name', async () => {
    const { company, follow } = tests();
    const slug = 'same-short-name';
    const older = await (await company()).created({ slug });
    const newer = await (await company()).created({
      slug,
      variants: ['A', 'B'].map((key) => variant(key, { url: `https://newer.test/${key}` })),
    });
    expect(older.link).toBe(`https://ledger.test/t/x/${slug}/`);
    expect(newer.link).toMatch(/\/t\/x\/same-short-name\/\?k=mp_[\w-]+$/);
    const query = (address = '') => new URL(address).search;
    expect((await follow(older)).hostname).toBe('pages.test');
    const to = await follow(newer, query(newer.link));
    expect([to.hostname, to.searchParams.has('k')]).toEqual(['newer.test', false]);
    const previewed = await follow(newer, query(newer.variants[1]?.preview_url));
    expect([previewed.pathname, previewed.searchParams.get('v')]).toEqual(['/B', 'B']);
  });
});
