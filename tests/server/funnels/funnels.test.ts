import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunnelVersion } from '#contract/funnels/schemas.ts';
import { readActiveFunnels, readDefaultFunnel, readFunnel } from '#server/funnels/published.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { type Funnels, startFunnels, stepOf } from './fixture.ts';

const stores = sharedStores();
const day = 86_400_000;

let funnels: Funnels;
beforeAll(async () => {
  funnels = await startFunnels(stores());
});
afterAll(() => funnels.stop());

describe('a funnel', () => {
  it('is created as a draft, read, changed and listed', async () => {
    const { id, created, done, send } = await funnels.company();
    const draft = await created({ name: '  Café: Main Offer ', description: 'Ours' });
    expect(draft).toMatchObject({
      ...{ project: id, slug: 'cafe-main-offer', name: 'Café: Main Offer', status: 'draft' },
      ...{ version: 1, is_default: false, published: null, has_changes: true, steps: [] },
      ...{ count_by: 'visitor', window_minutes: 10_080, description: 'Ours' },
    });
    expect(draft.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const steps = [stepOf('landing', 'page_view'), stepOf('order', 'purchase')];
    const changed = await done('PATCH', 'cafe-main-offer/', {
      body: { name: 'Main', steps, targets: { cpa: '24.90' } },
    });
    expect(changed).toMatchObject({
      ...{ name: 'Main', description: 'Ours', version: 2 },
      targets: { cpa: '24.90', overall_rate: null },
      steps: [
        { slug: 'landing', version: 2 },
        { slug: 'order', optional: false },
      ],
    });
    expect(await done('GET', 'cafe-main-offer/')).toEqual(changed);
    const { published, ...row } = changed;
    expect((await send('GET')).json()).toEqual([{ ...row, is_published: false }]);
  });

  it('keeps the ids of steps by their slugs, and their versions where nothing changed', async () => {
    const { done, published } = await funnels.company();
    const { slug, steps } = await published();
    const [landing, checkout, order] = steps;
    const body = { steps: [stepOf('order', 'purchase'), stepOf('landing', 'view_content')] };
    const changed = await done('PATCH', `${slug}/`, { body });
    expect(changed.steps).toMatchObject([
      { id: order?.id, version: order?.version },
      { id: landing?.id, version: changed.version },
    ]);
    const restored = await done('POST', `${slug}/steps/checkout/restore/`);
    expect(restored.steps.map(({ id }) => id)).toEqual([order?.id, checkout?.id, landing?.id]);
  });

  it('is published in versions, which reports follow', async () => {
    const { id, published, done, send } = await funnels.company();
    const { pool, clock } = funnels;
    const first = await published();
    expect(first).toMatchObject({ status: 'active', has_changes: false });
    expect(first.published).toMatchObject({ version: 1, definition: { window_minutes: 10_080 } });
    const again = await done('POST', `${first.slug}/publish/`);
    expect(again).toEqual(first);

    const edited = await done('PATCH', `${first.slug}/`, { body: { window_minutes: 60 } });
    expect(edited).toMatchObject({ has_changes: true, published: first.published });
    expect(await readFunnel(pool, id, first.slug, { now: clock.now() })).toMatchObject({
      ...{ id: first.id, name: first.name, status: 'active' },
      published: { version: 1, definition: first.published?.definition },
    });
    const second = await done('POST', `${first.slug}/publish/`);
    expect(second.published).toMatchObject({ version: 2, definition: { window_minutes: 60 } });
    const versions = (await send('GET', `${first.slug}/versions/`)).json();
    expect(
      versions.map((one: FunnelVersion) => [one.version, one.definition.window_minutes]),
    ).toEqual([
      [2, 60],
      [1, 10_080],
    ]);
    const reverted = await done('PATCH', `${first.slug}/`, { body: { window_minutes: 10_080 } });
    expect(reverted.has_changes).toBe(true);
    expect(
      (await done('PATCH', `${first.slug}/`, { body: { window_minutes: 60 } })).has_changes,
    ).toBe(false);
  });

  it('is paused and resumed, which its notes tell', async () => {
    const { id, published, done, send, created } = await funnels.company();
    const { pool } = funnels;
    const { slug } = await published();
    expect((await readActiveFunnels(pool, id)).map((one) => one.slug)).toEqual([slug]);
    expect((await done('POST', `${slug}/pause/`)).status).toBe('paused');
    expect((await done('POST', `${slug}/pause/`)).status).toBe('paused');
    expect(await readActiveFunnels(pool, id)).toEqual([]);
    expect((await done('POST', `${slug}/resume/`)).status).toBe('active');
    const notes = (await send('GET', `${slug}/annotations/`)).json();
    expect(notes.map(({ text, auto }: { text: string; auto: boolean }) => [text, auto])).toEqual(
      expect.arrayContaining([
        ['Version 1 was published.', true],
        ['The funnel was paused.', true],
        ['The funnel was resumed.', true],
      ]),
    );
    expect(notes).toHaveLength(3);
    const draft = await created({ name: 'Draft' });
    const refused = await send('POST', `${draft.slug}/pause/`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { detail: 'Publish this funnel first.', current: draft },
    ]);
  });

  it('that is published can feed the panel, one of each project', async () => {
    const { id, published, created, done, send } = await funnels.company();
    const { pool } = funnels;
    const draft = await created({ name: 'Draft' });
    const body = { is_default: true };
    const refused = await send('POST', `${draft.slug}/set-default/`, { body });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { is_default: ['Publish this funnel first.'] },
    ]);
    const [one, other] = [await published({ name: 'One' }), await published({ name: 'Other' })];
    expect(await readDefaultFunnel(pool, id)).toBeNull();
    expect((await done('POST', `${one.slug}/set-default/`, { body })).is_default).toBe(true);
    await done('POST', `${other.slug}/set-default/`, { body });
    expect(await readDefaultFunnel(pool, id)).toMatchObject({ slug: 'other', isDefault: true });
    expect((await done('GET', `${one.slug}/`)).is_default).toBe(false);
    await done('POST', `${other.slug}/set-default/`, { body: { is_default: false } });
    expect(await readDefaultFunnel(pool, id)).toBeNull();
  });

  it('is archived and restored with what it was, for 30 days', async () => {
    const { id, published, done, send, created } = await funnels.company();
    const { pool, clock } = funnels;
    const { slug, name } = await published();
    await done('POST', `${slug}/set-default/`, { body: { is_default: true } });
    const archive = () => send('DELETE', `${slug}/`);
    for (const answer of [await archive(), await archive()]) {
      expect([answer.statusCode, answer.body]).toEqual([
        200,
        'The funnel was archived. It can be restored for 30 days.',
      ]);
    }
    expect((await send('GET')).json()).toEqual([]);
    expect((await send('GET', '?status=archived')).json()).toMatchObject([
      { slug, status: 'archived', is_default: false },
    ]);
    expect(await readDefaultFunnel(pool, id)).toBeNull();
    const restored = await done('POST', `${slug}/restore/`);
    expect(restored).toMatchObject({ status: 'active', is_default: true });

    await archive();
    const archivedFor = (ms: number) =>
      pool.query('update funnels set archived_at = $2 where project_id = $1', [
        id,
        new Date(clock.now().getTime() - ms),
      ]);
    const answers = async () => {
      const days = '?start=2026-11-10&end=2026-11-11';
      const reports = ['report', 'figures', 'trend', 'actors', 'opportunities', 'time-to-convert'];
      const calls = [`${slug}/`, ...reports.map((one) => `${slug}/${one}/${days}`)];
      const all = await Promise.all(calls.map((call) => send('GET', call)));
      return [...new Set(all.map(({ statusCode }) => statusCode))];
    };
    await archivedFor(30 * day - 1);
    expect(await answers()).toEqual([200]);
    expect((await done('GET', `${slug}/`)).status).toBe('archived');
    await archivedFor(30 * day);
    expect(await answers()).toEqual([404]);
    expect((await send('GET', '?status=archived')).json()).toEqual([]);
    expect((await created({ name })).slug).toBe(slug);
  });

  it('leaves its name to others while it is archived, and gets a number when it returns', async () => {
    const { created, done, send, audited } = await funnels.company();
    const first = await created({ name: 'Main' });
    await created({ name: 'main 2' });
    await send('DELETE', `${first.slug}/`);
    const second = await created({ name: 'MAIN' });
    expect(second.slug).toBe('main-3');
    const other = await created({ name: 'Other' });
    await send('DELETE', `${other.slug}/`);
    await done('PATCH', `${second.slug}/`, { body: { name: 'Other' } });
    await done('PATCH', `${second.slug}/`, { body: { name: 'MAIN' } });
    const copy = await done('POST', `${second.slug}/duplicate/`, { body: { name: 'Other' } });
    expect(copy.slug).toBe('other-2');

    const restored = await done('POST', `${first.slug}/restore/`);
    expect(restored).toMatchObject({ id: first.id, slug: 'main', name: 'Main 3', status: 'draft' });
    expect((await done('POST', `${other.slug}/restore/`)).name).toBe('Other 2');
    expect((await audited())[1]).toMatchObject({
      ...{ action: 'funnel.restored', target: 'Main' },
      details: { name: 'Main 3' },
    });
    const long = await created({ name: `${'x'.repeat(78)}👍` });
    await send('DELETE', `${long.slug}/`);
    await created({ name: long.name });
    expect((await done('POST', `${long.slug}/restore/`)).name).toBe(`${'x'.repeat(78)} 2`);
  });

  it('is copied into a draft', async () => {
    const { published, done } = await funnels.company();
    const one = await published({ description: 'Ours', targets: { overall_rate: 0.05 } });
    const body = { name: 'Copy' };
    const copy = await done('POST', `${one.slug}/duplicate/`, { body });
    expect(copy).toMatchObject({
      ...{ slug: 'copy', name: 'Copy', status: 'draft', published: null, version: 1 },
      ...{ description: 'Ours', targets: one.targets, window_minutes: one.window_minutes },
    });
    const own = (steps: typeof one.steps) => steps.map(({ id, version, ...step }) => step);
    expect(own(copy.steps)).toEqual(own(one.steps));
    expect(copy.steps.some(({ id }) => one.steps.some((step) => step.id === id))).toBe(false);
  });

  it('is found page by page, by its words and its status', async () => {
    const { created, published, send } = await funnels.company();
    for (const name of ['One', 'Two 50%', 'Three']) await created({ name });
    await published({ name: 'Four' });
    const names = async (query: string) => {
      const answer = await send('GET', query);
      const found = answer.json().map(({ name }: { name: string }) => name);
      return [found.sort(), answer.headers['x-next-cursor']] as const;
    };
    const [first, cursor] = await names('?page_size=3');
    const [second, end] = await names(`?page_size=3&cursor=${cursor}`);
    expect([...first, ...second].sort()).toEqual(['Four', 'One', 'Three', 'Two 50%']);
    expect([first.length, second.length, end]).toEqual([3, 1, undefined]);
    expect((await names('?search=O'))[0]).toEqual(['Four', 'One', 'Two 50%']);
    expect((await names('?search=0%25'))[0]).toEqual(['Two 50%']);
    expect((await names('?status=active'))[0]).toEqual(['Four']);
  });

  it('goes with its project', async () => {
    const { id, published } = await funnels.company();
    const one = await published();
    await funnels.pool.query('delete from projects where id = $1', [id]);
    for (const table of ['funnel_steps', 'funnel_versions', 'funnel_annotations']) {
      const { rows } = await funnels.pool.query(`select from ${table} where funnel_id = $1`, [
        one.id,
      ]);
      expect(rows).toEqual([]);
    }
  });
});

describe('a slug', () => {
  it('is suggested, and told why it cannot be used', async () => {
    const { id, owner, created } = await funnels.company();
    await created({ slug: 'main', name: 'Main' });
    await created({ slug: 'main-2', name: 'Main 2' });
    const ask = (slug: string) => funnels.askSlug(owner, id, slug);
    expect(await ask('other')).toEqual({ free: true, suggestion: 'other', reason: null });
    expect(await ask('main')).toEqual({
      ...{ free: false, suggestion: 'main-3' },
      reason: '“main” is taken. Choose another, such as “main-3”.',
    });
    expect(await ask('edit')).toEqual({
      ...{ free: false, suggestion: 'edit-2', reason: '“edit” is reserved. Choose another.' },
    });
    expect(await ask('Ça va')).toMatchObject({ free: false, suggestion: 'ca-va' });
    expect(await ask('x'.repeat(60))).toMatchObject({ free: true });
    expect((await created({ name: 'Main!' })).slug).toBe('main-3');
    expect((await created({ name: '日本' })).slug).toBe('funnel');
  });

  it('of a draft can be changed', async () => {
    const { created, done, send } = await funnels.company();
    const { slug } = await created();
    expect((await done('PATCH', `${slug}/`, { body: { slug: 'other' } })).slug).toBe('other');
    expect((await send('GET', `${slug}/`)).statusCode).toBe(404);
  });
});
