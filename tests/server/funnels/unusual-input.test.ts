import { describe, expect, it } from 'vitest';
import { filtered, sharedFunnels, stepOf } from './fixture.ts';

const { funnels, company } = sharedFunnels();

const steps = [stepOf('landing', 'page_view'), stepOf('order', 'purchase')];
const regex = (value: string) => ({ property: 'path', operator: 'regex', value });
const unreadable = [
  expect.stringMatching(/^This regular expression cannot be read: .+RE2 does\.$/),
];
const tooLong = ['Use at most 200 characters.'];

describe('a regular expression that cannot be used', () => {
  const definition = (value: string) => ({
    ...{ count_by: 'visitor', window_minutes: 60 },
    steps: [{ ...stepOf('landing'), matcher: filtered(regex(value)) }, stepOf('order', 'purchase')],
  });
  const field = 'steps.0.matcher.any.0.filters.0.value';

  it('is refused at its field of a preview, also in what the draft is compared with', async () => {
    const answer = await company().preview({
      definition: definition('a(b'),
      against: definition('x'.repeat(201)),
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { [`definition.${field}`]: unreadable, [`against.${field}`]: tooLong },
    ]);
  });

  it.each(['report', 'trend', 'actors', 'time-to-convert', 'opportunities'])(
    'is refused at its field of the filters, without any event: %s',
    async (call) => {
      const { slug } = await company().published({ name: `Filtered ${call}` });
      const query = new URLSearchParams({
        ...{ start: '2026-11-10', end: '2026-11-11' },
        filters: JSON.stringify([regex('^/ok$'), regex('a(b'), regex('x'.repeat(201))]),
      });
      const answer = await company().send('GET', `${slug}/${call}/?${query}`);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { 'filters.1.value': unreadable, 'filters.2.value': tooLong },
      ]);
    },
  );
});

describe('a slug with two dashes', () => {
  it('is free until it is taken', async () => {
    const { id, owner, created } = await funnels().company();
    const ask = () => funnels().askSlug(owner, id, 'main--offer');
    expect(await ask()).toEqual({ free: true, suggestion: 'main--offer', reason: null });
    expect((await created({ slug: 'main--offer' })).slug).toBe('main--offer');
    expect(await ask()).toMatchObject({ free: false, suggestion: 'main--offer-2' });
  });
});

describe('a name', () => {
  it.each(['\u200B', '\u200F', '\u2060 \u00AD'])(
    'that nobody can see is refused: %j',
    async (name) => {
      const answer = await company().create({ name });
      expect([answer.statusCode, answer.json()]).toEqual([400, { name: ['Enter a name.'] }]);
      const step = { ...stepOf('landing'), name };
      expect((await company().create({ name: 'Steps', steps: [step] })).json()).toEqual({
        'steps.0.name': ['Enter a name.'],
      });
    },
  );

  it.each(['one\u2028two', 'one\u2029two', 'one\u202Etwo'])(
    'that would break its line or turn it is refused: %j',
    async (name) => {
      const answer = await company().create({ name });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { name: ['Enter a name without line breaks.'] },
      ]);
    },
  );

  it.each(['קידום ראשי\u200F', 'عرض', '👩‍👩‍👧', '日本'])(
    'of any script is accepted: %s',
    async (name) => {
      expect((await company().created({ name })).name).toBe(name);
    },
  );
});

describe('an unknown field', () => {
  it('is named with its place', async () => {
    const answer = await company().create({
      name: 'Unknown',
      ...{ steps: [steps[0], { ...steps[1], evil: 1 }], also: 2 },
    });
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { 'steps.1.evil': ['Unknown field.'], also: ['Unknown field.'] },
    ]);
  });
});

describe('the people of a value', () => {
  it('are asked for with the breakdown that has it, because all people are more', async () => {
    const { slug } = await company().published({ name: 'Valued' });
    const query = 'start=2026-11-10&end=2026-11-11&breakdown_value=US';
    const answer = await company().send('GET', `${slug}/actors/?${query}`);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { breakdown: ['Name what the value is of, such as country.'] },
    ]);
  });
});
