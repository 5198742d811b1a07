import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  draftOfTest,
  emptyTestDraft,
  evenOut,
  faultsOf,
  hasFaults,
  ofKind,
  stepOf,
  storedTestWizardSchema,
  sumOfShares,
  type TestDraft,
  withControl,
  withoutVariant,
  withTarget,
  withVariant,
} from '#model/split-test-draft.ts';
import { completeDraft, faultyDraft, storedDraft } from '../../support/split-tests/wizard.ts';

const { variants } = emptyTestDraft;
const [control, treatment] = variants as [TestDraft['variants'][0], TestDraft['variants'][0]];
const weights = (list: TestDraft['variants']) => list.map(({ weight }) => weight);

describe('the draft of a split test', () => {
  it('is sent in the units of the server', () => {
    const body = bodyOf({
      ...completeDraft,
      guardrails: [{ type: 'aov', event: '', direction: 'up', harm: '2.5' }],
      mde: '12.5',
      traffic: '40',
    });
    expect(body).toMatchObject({
      mde_rel: 0.125,
      alpha: 0.05,
      traffic_pct: 40,
      goal: { window_hours: 72 },
      guardrails: [{ type: 'aov', event: '', direction: 'up', max_harm_rel: 0.025 }],
      variants: [
        { key: 'A', is_control: true, weight_bp: 5_000, url: 'https://shop.test/a', offer: null },
        { key: 'B', is_control: false, weight_bp: 5_000, url: 'https://shop.test/b', offer: null },
      ],
    });
  });

  it('leaves out what does not belong to its kind', () => {
    const both = {
      ...completeDraft,
      target: { funnel: 'main', step: 'lander' },
      variants: completeDraft.variants.map((variant, at) => ({ ...variant, offer: at + 7 })),
    };
    expect(bodyOf(both)).toMatchObject({ target: null, variants: [{ offer: null }, {}] });
    expect(bodyOf(ofKind(both, 'offer'))).toMatchObject({
      unit: 'click',
      target: null,
      variants: [
        { url: null, offer: 7 },
        { url: null, offer: 8 },
      ],
    });
    expect(bodyOf(ofKind(both, 'funnel_step')).target).toEqual({ funnel: 'main', step: 'lander' });
  });

  it('shows a test of the server as it was entered', () => {
    const guarded = {
      ...storedDraft,
      mde_rel: 0.07,
      guardrails: [
        { type: 'epc' as const, event: '', direction: 'up' as const, max_harm_rel: 0.029 },
      ],
    };
    const draft = draftOfTest(guarded);
    expect(draft).toMatchObject({ mde: '7', alpha: '5', guardrails: [{ harm: '2.9' }] });
    expect(bodyOf(draft)).toMatchObject({
      mde_rel: 0.07,
      variants: guarded.variants.map(({ key, weight_bp }) => ({ key, weight_bp })),
      guardrails: guarded.guardrails,
    });
  });

  it('is read from the storage only as it was written', () => {
    const kept = { draft: completeDraft, at: 'goal', stored: { id: '01K9', version: 3 } };
    expect(storedTestWizardSchema.parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    expect(storedTestWizardSchema.safeParse({ ...kept, at: 'review' }).success).toBe(false);
  });
});

describe('what is wrong with a draft', () => {
  it('is nothing for a complete one', () => {
    expect(faultsOf(completeDraft)).toEqual({});
  });

  it('is said at its field and in its step', () => {
    const faults = faultsOf(faultyDraft);
    expect(faults.name).toEqual(['Enter a name.']);
    expect(faults['goal.window_hours']).toBeDefined();
    expect(faults.mde_rel).toBeDefined();
    expect(faults['variants.0.url']).toEqual(['Enter the address of the page.']);
    for (const step of ['what', 'variants', 'goal', 'traffic'] as const) {
      expect(hasFaults(faultyDraft, step), step).toBe(true);
      expect(hasFaults(completeDraft, step), step).toBe(false);
    }
  });

  it('names equal addresses, shares that do not add up, and a second control', () => {
    const [a, b] = completeDraft.variants as [typeof control, typeof control];
    const faults = faultsOf({
      ...completeDraft,
      variants: [
        { ...a, weight: '60' },
        { ...b, url: a.url, isControl: true },
      ],
    });
    expect(faults['variants.1.url']).toEqual([
      'Another variant has the same address. Choose a different one.',
    ]);
    expect(faults.variants).toEqual([
      'Choose one control only.',
      'The shares add up to 110 %. Make them 100 %.',
    ]);
  });

  it('does not add up a share that is no number', () => {
    const [a, b] = completeDraft.variants as [typeof control, typeof control];
    const faults = faultsOf({ ...completeDraft, variants: [{ ...a, weight: '' }, b] });
    expect(Object.values(faults).flat().join(' ')).not.toContain('NaN');
    expect(faults['variants.0.weight_bp']).toBeDefined();
  });

  it('asks for the step of a funnel', () => {
    const draft = ofKind(completeDraft, 'funnel_step');
    expect(faultsOf(draft).target).toEqual([
      'Choose the funnel and the step that the test is about.',
    ]);
    const half = { ...draft, target: { funnel: 'main', step: '' } };
    expect(faultsOf(half).target).toEqual(['Choose the step that the test is about.']);
  });

  it.each([
    ['name', 'what'],
    ['target', 'what'],
    ['variants.1.url', 'variants'],
    ['guardrails.0.max_harm_rel', 'goal'],
    ['unit', 'goal'],
    ['max_runtime_days', 'traffic'],
  ] as const)('has %s in the step %s', (field, step) => {
    expect(stepOf(field)).toBe(step);
  });
});

describe('the variants of a draft', () => {
  it('share evenly, to the last hundredth', () => {
    const three = withVariant(variants);
    expect(three.map(({ key }) => key)).toEqual(['A', 'B', 'C']);
    expect(weights(three)).toEqual(['33.34', '33.33', '33.33']);
    expect(sumOfShares(three)).toBe(100);
    expect(sumOfShares(evenOut(withVariant(withVariant(withVariant(three)))))).toBe(100);
  });

  it('take the first free letter, and are six at most', () => {
    const more = withVariant(withVariant(variants));
    const gap = withVariant(withoutVariant(more, 1));
    expect(gap.map(({ key }) => key)).toEqual(['A', 'C', 'D', 'B']);
    const six = withVariant(withVariant(more));
    expect(withVariant(six)).toEqual(six);
  });

  it('always have a control', () => {
    const three = withVariant(variants);
    expect(withoutVariant(three, 0).map(({ isControl }) => isControl)).toEqual([true, false]);
    expect(withControl(three, 2).map(({ isControl }) => isControl)).toEqual([false, false, true]);
  });

  it('have no sum while a share is no number', () => {
    expect(sumOfShares([control, { ...treatment, weight: 'x' }])).toBeNull();
  });

  it('take the page of the step for the control, unless one was entered', () => {
    const target = { funnel: 'main', step: 'lander' };
    const page = 'https://shop.test/lander';
    const urls = (draft: TestDraft) =>
      withTarget(draft, target, page).variants.map(({ url }) => url);
    expect(urls(emptyTestDraft)).toEqual([page, '']);
    expect(urls(completeDraft)).toEqual(['https://shop.test/a', 'https://shop.test/b']);
    expect(withTarget(emptyTestDraft, target, null).variants[0]?.url).toBe('');
  });
});
