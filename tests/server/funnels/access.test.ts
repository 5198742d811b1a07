import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedStores } from '#tests/support/stores.ts';
import { type FunnelCompany, type Funnels, startFunnels, stepOf } from './fixture.ts';

const stores = sharedStores();

let funnels: Funnels;
beforeAll(async () => {
  funnels = await startFunnels(stores());
});
afterAll(() => funnels.stop());

const note = { at: '2026-11-20T11:00:00Z', text: 'New prices' };

describe('a funnel of a project', () => {
  it.each(['manager', 'buyer'] as const)('is changed by a %s', async (role) => {
    const { published, member, done } = await funnels.company();
    const { slug } = await published();
    const body = { description: 'Mine' };
    expect((await done('PATCH', `${slug}/`, { body, as: await member(role) })).description).toBe(
      'Mine',
    );
  });

  it.each(['affiliate', 'viewer', 'billing'] as const)('is only read by a %s', async (role) => {
    const { owner, published, member, done, send } = await funnels.company();
    await funnels.pool.query("update users set first_name = 'Ada' where id = $1", [owner.id]);
    const { slug } = await published();
    const as = await member(role);
    const before = await done('GET', `${slug}/`, { as });
    for (const [method, below, body] of [
      ['PATCH', '', { description: 'Mine' }],
      ['PATCH', 'steps/order/', { name: 'Mine' }],
      ['POST', 'steps/', stepOf('more')],
      ['POST', 'publish/', {}],
      ['POST', 'annotations/', note],
      ['DELETE', '', {}],
    ] as const) {
      const refused = await send(method, `${slug}/${below}`, { body, as });
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        { detail: 'Your role does not allow this.' },
      ]);
    }
    expect(await done('GET', `${slug}/`)).toEqual(before);
    const [version] = (await send('GET', `${slug}/versions/`, { as })).json();
    expect(version.published_by).toBe(role === 'affiliate' ? null : 'Ada');
  });

  it('answers to others as one that does not exist', async () => {
    const [{ published, id }, other] = [await funnels.company(), await funnels.company()];
    const { slug } = await published();
    const as = other.owner;
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['GET', 'steps/order/', undefined],
      ['GET', 'versions/', undefined],
      ['GET', 'annotations/', undefined],
      ['PATCH', '', { description: 'Theirs' }],
      ['POST', 'publish/', {}],
      ['DELETE', 'steps/order/', {}],
    ] as const) {
      const sent = body ? { body } : {};
      const foreign = await other.send(method, `${slug}/${below}`, { ...sent, as, project: id });
      const missing = await other.send(method, `${slug}/${below}`, { ...sent, as });
      expect([foreign.statusCode, foreign.body]).toEqual([404, '{"detail":"Not found."}']);
      expect([missing.statusCode, missing.body]).toEqual([404, foreign.body]);
    }
    expect((await other.send('GET', '', { project: id })).statusCode).toBe(403);
    expect((await other.create({ project: id })).statusCode).toBe(403);
  });

  it('shares its slug and its name with funnels of other projects', async () => {
    const [one, other] = [await funnels.company(), await funnels.company()];
    expect((await one.created()).slug).toBe((await other.created()).slug);
  });
});

/** Every change of a funnel, by what the log says of it. */
const changes: Record<string, (company: FunnelCompany, slug: string) => Promise<unknown>> = {
  'funnel.changed': ({ done }, slug) => done('PATCH', `${slug}/`, { body: { window_minutes: 5 } }),
  'funnel.published': async ({ done }, slug) => {
    await done('PATCH', `${slug}/`, { body: { window_minutes: 5 } });
    await done('POST', `${slug}/publish/`);
  },
  'funnel.archived': ({ send }, slug) => send('DELETE', `${slug}/`),
  'funnel.restored': async ({ send, done }, slug) => {
    await send('DELETE', `${slug}/`);
    await done('POST', `${slug}/restore/`);
  },
  'funnel.paused': ({ done }, slug) => done('POST', `${slug}/pause/`),
  'funnel.resumed': async ({ done }, slug) => {
    await done('POST', `${slug}/pause/`);
    await done('POST', `${slug}/resume/`);
  },
  'funnel.default-set': ({ done }, slug) =>
    done('POST', `${slug}/set-default/`, { body: { is_default: true } }),
  'funnel.step-added': ({ done }, slug) => done('POST', `${slug}/steps/`, { body: stepOf('more') }),
  'funnel.step-changed': ({ done }, slug) =>
    done('PATCH', `${slug}/steps/order/`, { body: { name: 'Sale' } }),
  'funnel.step-removed': ({ done }, slug) => done('DELETE', `${slug}/steps/order/`),
  'funnel.step-restored': async ({ done }, slug) => {
    await done('DELETE', `${slug}/steps/order/`);
    await done('POST', `${slug}/steps/order/restore/`);
  },
  'funnel.steps-ordered': ({ done }, slug) =>
    done('POST', `${slug}/steps/reorder/`, { body: { order: ['order', 'landing', 'checkout'] } }),
  'funnel.note-added': ({ send }, slug) => send('POST', `${slug}/annotations/`, { body: note }),
  'funnel.note-removed': async ({ send }, slug) => {
    const { id } = (await send('POST', `${slug}/annotations/`, { body: note })).json();
    await send('DELETE', `${slug}/annotations/${id}/`);
  },
};

describe('the audit log', () => {
  it.each(Object.entries(changes))('names %s', async (action, change) => {
    const company = await funnels.company();
    const { slug, name } = await company.published();
    await change(company, slug);
    const [last] = await company.audited();
    expect(last).toMatchObject({ action, target: name });
  });

  it('names nothing that changed nothing', async () => {
    const { published, audited, done } = await funnels.company();
    const { slug } = await published();
    const before = await audited();
    for (const below of ['publish/', 'resume/', 'restore/', 'steps/order/restore/']) {
      await done('POST', `${slug}/${below}`);
    }
    expect(await audited()).toEqual(before);
  });
});

describe('a step', () => {
  it('is read, added, changed and ordered; only what is named changes', async () => {
    const { published, done, send } = await funnels.company();
    const { slug } = await published();
    const body = stepOf('upsell', 'upsell', {
      ...{ optional: false, window_minutes: 60, expected_rate: 0.2 },
      page_url: 'https://example.com/upsell',
    });
    const added = await done('POST', `${slug}/steps/`, { body });
    const changed = await done('PATCH', `${slug}/steps/upsell/`, { body: { name: 'One more' } });
    const { version: _, ...step } = added.steps[3] ?? { version: 0 };
    expect(changed.steps[3]).toEqual({ ...step, name: 'One more', version: changed.version });
    const one = await send('GET', `${slug}/steps/upsell/`);
    expect(one.json()).toEqual(changed.steps[3]);
    const order = ['upsell', 'landing', 'checkout', 'order'];
    const ordered = await done('POST', `${slug}/steps/reorder/`, { body: { order } });
    expect((await send('GET', `${slug}/steps/`)).json()).toEqual(ordered.steps);
    expect(ordered.steps.map((each) => each.slug)).toEqual(order);
    expect((await send('GET', `${slug}/steps/nowhere/`)).statusCode).toBe(404);
  });

  it('that is removed comes back where it was, for 30 days', async () => {
    const { published, done, send } = await funnels.company();
    const { clock, pool } = funnels;
    const seen = await published();
    const path = `${seen.slug}/steps/checkout/`;
    expect((await done('DELETE', path)).steps).toHaveLength(2);
    expect((await done('DELETE', path)).steps).toHaveLength(2);
    const restored = await done('POST', `${path}restore/`);
    const plain = ({ steps }: typeof seen) => steps.map(({ version, ...step }) => step);
    expect(plain(restored)).toEqual(plain(seen));
    expect(restored.has_changes).toBe(false);

    await done('DELETE', path);
    const removedAt = new Date(clock.now().getTime() - 30 * 86_400_000);
    await pool.query('update funnel_steps set removed_at = $2 where id = $1', [
      seen.steps[1]?.id,
      removedAt,
    ]);
    for (const [method, below] of [
      ['POST', `${path}restore/`],
      ['DELETE', path],
    ] as const) {
      expect((await send(method, below)).statusCode).toBe(404);
    }
    await done('DELETE', `${seen.slug}/steps/order/`);
    const { rows } = await pool.query('select slug from funnel_steps where funnel_id = $1', [
      seen.id,
    ]);
    expect(rows.map(({ slug }) => slug).sort()).toEqual(['landing', 'order']);
  });

  it('that is removed stays away, with a reason, while another step has its short name', async () => {
    const { created, done, send } = await funnels.company();
    const draft = { steps: [stepOf('landing'), stepOf('checkout'), stepOf('order')] };
    const { slug, steps } = await created(draft);
    const path = `${slug}/steps/checkout/`;
    await done('DELETE', path);
    await done('POST', `${slug}/steps/`, { body: stepOf('checkout', 'lead') });
    const refused = await send('POST', `${path}restore/`);
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { slug: ['“checkout” is the short name of another step.'] },
    ]);
    await done('PATCH', path, { body: { slug: 'lead' } });
    const restored = await done('POST', `${path}restore/`);
    expect(restored.steps.map(({ id }) => id)).toContain(steps[1]?.id);
    expect(await done('POST', `${path}restore/`)).toEqual(restored);
  });

  it('that is renamed stays in the exclusions of the draft', async () => {
    const { created, done } = await funnels.company();
    const exclusion = { matcher: { any: [{ event: 'refund' }] }, from_step: 'a', to_step: 'b' };
    const { slug } = await created({ steps: [stepOf('a'), stepOf('b')], exclusions: [exclusion] });
    const renamed = await done('PATCH', `${slug}/steps/b/`, { body: { slug: 'c' } });
    expect(renamed.exclusions).toMatchObject([{ from_step: 'a', to_step: 'c' }]);
  });
});

describe('a note', () => {
  it('is added and removed; what the product noted stays', async () => {
    const { published, send } = await funnels.company();
    const { slug } = await published();
    const path = `${slug}/annotations/`;
    const added = (await send('POST', path, { body: note })).json();
    expect(added).toMatchObject({
      at: '2026-11-20T11:00:00.000Z',
      text: 'New prices',
      auto: false,
    });
    const [own, mine] = (await send('GET', path)).json();
    expect([own.text, mine]).toEqual(['Version 1 was published.', added]);
    for (let time = 0; time < 2; time += 1) {
      const removed = await send('DELETE', `${path}${added.id}/`);
      expect([removed.statusCode, removed.body]).toEqual([200, 'The note was removed.']);
    }
    expect((await send('DELETE', `${path}${own.id}/`)).statusCode).toBe(404);
    expect((await send('GET', path)).json()).toEqual([own]);
    const refused = await send('POST', path, { body: { ...note, text: ' ' } });
    expect([refused.statusCode, refused.json()]).toEqual([400, { text: ['Write what happened.'] }]);
  });
});
