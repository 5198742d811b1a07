import { describe, expect, it } from 'vitest';
import { stepSchema } from '#contract/funnels/definition.ts';
import { definitionFaults } from '#contract/funnels/definition-faults.ts';
import { templates } from '#contract/funnels/templates.ts';
import { regexFault } from '#server/funnels/regex-fault.ts';
import { filtered, sharedFunnels, stepOf } from './fixture.ts';

const { funnels, company } = sharedFunnels();

const landing = stepOf('landing', 'page_view');
const order = stepOf('order', 'purchase');
const named = (name: string) => ({ name: `${name} ${crypto.randomUUID()}` });

/** The fields that a new funnel is refused at, with their sentences; nothing is stored. */
async function refused(body: object) {
  const { name } = named('Refused');
  const answer = await company().create({ name, ...body });
  expect(answer.statusCode, answer.body).toBe(400);
  expect((await company().send('GET', `?search=${name.slice(-36)}`)).json()).toEqual([]);
  return answer.json();
}

/** The fields that publishing a draft is refused at. */
async function unpublishable(body: object) {
  const draft = await company().created({ ...named('Draft'), ...body });
  const answer = await company().send('POST', `${draft.slug}/publish/`);
  expect(answer.statusCode, answer.body).toBe(400);
  expect(await company().done('GET', `${draft.slug}/`)).toEqual(draft);
  return answer.json();
}

describe('a funnel is refused at its field', () => {
  it('with fewer than two steps, or fewer required ones', async () => {
    expect(await unpublishable({})).toEqual({ steps: ['Add at least 2 steps.'] });
    expect(await unpublishable({ steps: [landing] })).toEqual({ steps: ['Add at least 2 steps.'] });
    const steps = [landing, { ...order, optional: true }];
    expect(await unpublishable({ steps })).toEqual({
      steps: ['At least 2 steps must be required.'],
      'steps.1.optional': ['The last step cannot be optional.'],
    });
  });

  it('with more than ten steps, also when they are added one by one', async () => {
    const steps = Array.from({ length: 11 }, (_, number) => stepOf(`step-${number}`));
    const sentence = { steps: ['A funnel has at most 10 steps.'] };
    expect(await refused({ steps })).toEqual(sentence);
    const { slug } = await company().created({ ...named('Ten'), steps: steps.slice(1) });
    const more = await company().send('POST', `${slug}/steps/`, { body: stepOf('more') });
    expect([more.statusCode, more.json()]).toEqual([400, sentence]);
    await company().done('DELETE', `${slug}/steps/step-3/`);
    await company().done('POST', `${slug}/steps/`, { body: stepOf('more') });
    const restored = await company().send('POST', `${slug}/steps/step-3/restore/`);
    expect([restored.statusCode, restored.json()]).toEqual([400, sentence]);
  });

  it('with an exclusion that equals a step, or lies outside the steps', async () => {
    const steps = [landing, stepOf('checkout', 'initiate_checkout'), order];
    const exclusion = (from_step: string, to_step: string, event = 'refund') => ({
      ...{ from_step, to_step },
      matcher: { any: [{ event }] },
    });
    const faults = (one: object) => unpublishable({ steps, exclusions: [one] });
    expect(await faults(exclusion('landing', 'order', 'initiate_checkout'))).toEqual({
      'exclusions.0.matcher': ['“Step checkout” counts this event. Choose another one to exclude.'],
    });
    expect(await faults(exclusion('order', 'landing'))).toEqual({
      'exclusions.0.to_step': ['Choose a step after the first one.'],
    });
    expect(await faults(exclusion('landing', 'elsewhere'))).toEqual({
      'exclusions.0.to_step': ['This funnel has no such step.'],
    });
  });

  it('with an optional first step, or an optional one that the next required one contains', async () => {
    expect(
      await unpublishable({ steps: [{ ...landing, optional: true }, order, stepOf('x')] }),
    ).toEqual({ 'steps.0.optional': ['The first step cannot be optional.'] });
    const same = { ...stepOf('seen', 'purchase'), optional: true };
    expect(await unpublishable({ steps: [landing, same, order] })).toEqual({
      'steps.1.optional': [
        'Every event of this step also counts as “Step order”, the next required step. Choose another event.',
      ],
    });
  });

  it('with a regular expression that is too long, or that the warehouse refuses', async () => {
    const regex = (value: string) => filtered({ property: 'path', operator: 'regex', value });
    const step = (value: string) => ({ ...landing, matcher: regex(value) });
    const field = 'matcher.any.0.filters.0.value';
    expect(await refused({ steps: [order, step('x'.repeat(201))] })).toEqual({
      [`steps.1.${field}`]: ['Use at most 200 characters.'],
    });
    const unreadable = [
      expect.stringMatching(/^This regular expression cannot be read: .+RE2 does\.$/),
    ];
    expect(
      await refused({ steps: [step('a(b'), order, { ...step('(?<=a)b'), slug: 'x' }] }),
    ).toEqual({
      [`steps.0.${field}`]: unreadable,
      [`steps.2.${field}`]: unreadable,
    });
    const exclusions = [{ matcher: regex('*'), from_step: 'landing', to_step: 'order' }];
    expect(await refused({ steps: [landing, order], exclusions })).toEqual({
      [`exclusions.0.${field}`]: unreadable,
    });
    const { slug } = await company().created({ ...named('Regex'), steps: [step('^/a/.*'), order] });
    for (const [method, below, body] of [
      ['PATCH', `${slug}/steps/landing/`, { matcher: regex('[') }],
      ['POST', `${slug}/steps/`, { ...stepOf('more'), matcher: regex('[') }],
    ] as const) {
      const answer = await company().send(method, below, { body });
      expect([answer.statusCode, answer.json()]).toEqual([400, { [field]: unreadable }]);
    }
  });

  it('with a property that no event has', async () => {
    const matcher = filtered({ property: 'shoe_size', operator: 'equals', value: '44' });
    expect(await refused({ steps: [{ ...landing, matcher }, order] })).toEqual({
      'steps.0.matcher.any.0.filters.0.property': [
        '“shoe_size” is no property of an event. Choose one from the list.',
      ],
    });
  });

  it('with a slug that is reserved, taken or none, and with a taken name', async () => {
    const reserved = await refused({ slug: 'dashboard' });
    expect(reserved).toEqual({ slug: ['“dashboard” is reserved. Choose another.'] });
    expect(Object.keys(await refused({ slug: 'Main Offer' }))).toEqual(['slug']);
    const { slug, name } = await company().created(named('Taken'));
    expect(await refused({ slug })).toEqual({
      slug: [expect.stringMatching(`^“${slug}” is taken. Choose another, such as “.+-2”.$`)],
    });
    const again = await company().create({ name: name.toUpperCase() });
    expect([again.statusCode, again.json()]).toEqual([
      400,
      { name: [`Another funnel is called “${name.toUpperCase()}”. Choose another name.`] },
    ]);
    const other = await company().created(named('Other'));
    for (const [body, field] of [
      [{ name }, 'name'],
      [{ slug }, 'slug'],
    ] as const) {
      const answer = await company().send('PATCH', `${other.slug}/`, { body });
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    }
    expect(
      (await company().done('PATCH', `${other.slug}/`, { body: { name: other.name } })).name,
    ).toBe(other.name);
  });

  it('with steps of one slug', async () => {
    const sentence = ['“landing” is the short name of another step.'];
    expect(await refused({ steps: [landing, order, landing] })).toEqual({
      'steps.2.slug': sentence,
    });
    const { slug } = await company().created({ ...named('Twice'), steps: [landing, order] });
    for (const [method, below, body] of [
      ['POST', `${slug}/steps/`, landing],
      ['PATCH', `${slug}/steps/order/`, { slug: 'landing' }],
    ] as const) {
      const answer = await company().send(method, below, { body });
      expect([answer.statusCode, answer.json()]).toEqual([400, { slug: sentence }]);
    }
  });

  it('with a window beyond 90 days, of the funnel or of a step', async () => {
    const sentence = ['Choose from 1 minute to 90 days.'];
    expect(await refused({ window_minutes: 129_601 })).toEqual({ window_minutes: sentence });
    expect(await refused({ steps: [{ ...landing, window_minutes: 0 }] })).toEqual({
      'steps.0.window_minutes': sentence,
    });
    expect(
      (await company().created({ ...named('Longest'), window_minutes: 129_600 })).window_minutes,
    ).toBe(129_600);
  });

  it('once it is published, with another slug; so is a published step', async () => {
    const { slug } = await company().published(named('Published'));
    for (const below of [`${slug}/`, `${slug}/steps/order/`]) {
      const answer = await company().send('PATCH', below, { body: { slug: 'other' } });
      expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['slug']]);
      expect(answer.json().slug[0]).toMatch(/keeps its short name/);
    }
    await company().done('POST', `${slug}/steps/`, { body: stepOf('new-one') });
    const renamed = await company().done('PATCH', `${slug}/steps/new-one/`, {
      body: { slug: 'newer' },
    });
    expect(renamed.steps.at(-1)?.slug).toBe('newer');
  });

  it('with an order that is not of its steps', async () => {
    const { slug } = await company().created({ ...named('Order'), steps: [landing, order] });
    for (const wrong of [['landing'], ['landing', 'landing'], ['landing', 'order', 'order']]) {
      const answer = await company().send('POST', `${slug}/steps/reorder/`, {
        body: { order: wrong },
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { order: ['Name each step of the funnel once.'] },
      ]);
    }
  });
});

describe('a regular expression', () => {
  it.each(['^/offer/(a|b)$', '(?i)checkout', '\\d{1,3}', "it's \\\\ {x:String} ?", 'é\t'])(
    'that RE2 reads is accepted: %s',
    async (text) => {
      expect(await regexFault(funnels().reader, text)).toBeNull();
    },
  );

  it.each(['(', '[a', 'a{2000}', '(?=a)', '\\1', '(?P<x', '*a'])(
    'that it does not read is refused: %s',
    async (text) => {
      expect(await regexFault(funnels().reader, text)).toMatch(/cannot be read/);
    },
  );
});

describe('a template', () => {
  it.each(Object.entries(templates))('can be published: %s', async (template, { steps }) => {
    for (const step of steps) expect(stepSchema.parse(step)).toEqual(step);
    expect(
      definitionFaults({ count_by: 'visitor', window_minutes: 60, steps, exclusions: [] }),
    ).toEqual([]);
    const { slug } = await company().created({ ...named('Template'), template });
    const published = await company().done('POST', `${slug}/publish/`);
    expect(published.published?.definition.steps).toEqual(steps);
  });

  it('gives way to what is entered', async () => {
    const body = { template: 'direct_link', count_by: 'visitor', steps: [landing, order] };
    expect(await company().created({ ...named('Own'), ...body })).toMatchObject({
      ...{ count_by: 'visitor', window_minutes: 43_200 },
      steps: [{ slug: 'landing' }, { slug: 'order' }],
    });
  });
});
