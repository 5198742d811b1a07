import { z } from 'zod';
import {
  allWeight,
  goalTypes,
  mostVariants,
  type TestKind,
  testFields,
  testKinds,
  testUnits,
  variantKeys,
} from '#contract/split-tests/definition.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { testFaults } from '#contract/split-tests/test-faults.ts';

const text = z.string();
const direction = z.enum(['up', 'down']);

/** What the author has entered. Numbers are texts, so that what is half typed stays; shares are in percent. */
export const testDraftSchema = z.object({
  name: text,
  hypothesis: text,
  kind: z.enum(testKinds),
  unit: z.enum(testUnits),
  target: z.object({ funnel: text, step: text }).nullable(),
  variants: z.array(
    z.object({
      key: z.enum(variantKeys),
      name: text,
      isControl: z.boolean(),
      weight: text,
      url: text,
      offer: z.number().nullable(),
    }),
  ),
  goal: z.object({ type: z.enum(goalTypes), event: text, hours: text, direction }),
  guardrails: z.array(z.object({ type: z.enum(goalTypes), event: text, direction, harm: text })),
  mde: text,
  alpha: text,
  minDays: text,
  maxDays: text,
  minConversions: text,
  traffic: text,
});
export type TestDraft = z.infer<typeof testDraftSchema>;
export type DraftVariant = TestDraft['variants'][number];
export type DraftGuardrail = TestDraft['guardrails'][number];

/** The steps of the wizard in which something is entered. */
export const testSteps = ['what', 'variants', 'goal', 'traffic'] as const;
export type TestStep = (typeof testSteps)[number];

/** The test that the server has of the draft, at the version that this wizard stored last. */
export type StoredTest = Pick<SplitTest, 'id' | 'version'>;

/** An unfinished test, where its author was, and what the server has of it. */
export const storedTestWizardSchema = z.object({
  draft: testDraftSchema,
  at: z.enum(testSteps),
  stored: z.object({ id: text, version: z.int() }).nullable(),
});
export type StoredTestWizard = z.infer<typeof storedTestWizardSchema>;

export const emptyTestDraft: TestDraft = {
  name: '',
  hypothesis: '',
  kind: 'page',
  unit: 'visitor',
  target: null,
  variants: [
    { key: 'A', name: 'As it is', isControl: true, weight: '50', url: '', offer: null },
    { key: 'B', name: 'Variant B', isControl: false, weight: '50', url: '', offer: null },
  ],
  goal: { type: 'conversion_rate', event: '', hours: '72', direction: 'up' },
  guardrails: [],
  mde: '10',
  alpha: '5',
  minDays: '7',
  maxDays: '42',
  minConversions: '25',
  traffic: '100',
};

/** A draft of the server as its form shows it. */
export const draftOfTest = (test: SplitTest): TestDraft => ({
  name: test.name,
  hypothesis: test.hypothesis,
  kind: test.kind,
  unit: test.unit,
  target: test.target,
  variants: test.variants.map(({ key, name, is_control, weight_bp, url, offer }) => ({
    key,
    name,
    isControl: is_control,
    weight: textOf(weight_bp / 100),
    url: url ?? '',
    offer,
  })),
  goal: {
    type: test.goal.type,
    event: test.goal.event,
    hours: textOf(test.goal.window_hours),
    direction: test.goal.direction,
  },
  guardrails: test.guardrails.map(({ max_harm_rel, ...guardrail }) => ({
    ...guardrail,
    harm: percentOf(max_harm_rel),
  })),
  mde: percentOf(test.mde_rel),
  alpha: percentOf(test.alpha),
  minDays: textOf(test.min_runtime_days),
  maxDays: textOf(test.max_runtime_days),
  minConversions: textOf(test.min_conversions),
  traffic: textOf(test.traffic_pct),
});

const textOf = (value: number): string => String(value);
const percentOf = (share: number): string => textOf(Number((share * 100).toFixed(6)));
/** NaN for a text that is no number, which every field refuses. */
const numberIn = (entered: string): number =>
  entered.trim() === '' ? Number.NaN : Number(entered);
const shareIn = (entered: string): number => Number((numberIn(entered) / 100).toFixed(8));

const shape = z.strictObject(testFields);
export type TestBody = z.infer<typeof shape>;

/** The draft as it is sent. What does not belong to its kind is left out. */
export function bodyOf(draft: TestDraft): TestBody {
  const { kind } = draft;
  return {
    name: draft.name,
    hypothesis: draft.hypothesis,
    kind,
    unit: draft.unit,
    target: kind === 'funnel_step' ? draft.target : null,
    variants: draft.variants.map(({ key, name, isControl, weight, url, offer }) => ({
      key,
      name,
      is_control: isControl,
      weight_bp: Math.round(numberIn(weight) * 100),
      url: kind === 'offer' || url.trim() === '' ? null : url.trim(),
      offer: kind === 'offer' ? offer : null,
    })),
    goal: {
      type: draft.goal.type,
      event: draft.goal.event,
      window_hours: numberIn(draft.goal.hours),
      direction: draft.goal.direction,
    },
    guardrails: draft.guardrails.map(({ harm, ...guardrail }) => ({
      ...guardrail,
      max_harm_rel: shareIn(harm),
    })),
    mde_rel: shareIn(draft.mde),
    alpha: shareIn(draft.alpha),
    min_runtime_days: numberIn(draft.minDays),
    max_runtime_days: numberIn(draft.maxDays),
    min_conversions: numberIn(draft.minConversions),
    traffic_pct: numberIn(draft.traffic),
  };
}

/** Sentences by the dotted path of their field, as the server names it. */
export type TestDraftFaults = Readonly<Record<string, readonly string[]>>;

/** What is wrong with a draft, each at its field. */
export function faultsOf(draft: TestDraft): TestDraftFaults {
  const body = bodyOf(draft);
  const wrong = shape.safeParse(body).error?.issues ?? [];
  const faults: Record<string, string[]> = {};
  const add = (path: readonly PropertyKey[], message: string) => {
    const field = path.map(String).join('.');
    if (!faults[field]?.includes(message)) faults[field] = [...(faults[field] ?? []), message];
  };
  for (const { path, message } of wrong) add(path, message);
  for (const { path, message } of testFaults(body)) {
    const isSaid = path.length > 1 && faults[path.join('.')] !== undefined;
    const isUnweighed = message.includes('NaN');
    if (!isSaid && !isUnweighed) add(path, message);
  }
  if (body.target?.step === '') add(['target'], 'Choose the step that the test is about.');
  return faults;
}

/** The step of the wizard in which a field is entered. */
export function stepOf(field: string): TestStep {
  const [first = ''] = field.split('.');
  if (['name', 'hypothesis', 'kind', 'target', 'slug'].includes(first)) return 'what';
  if (first === 'variants') return 'variants';
  return ['goal', 'guardrails', 'unit'].includes(first) ? 'goal' : 'traffic';
}

export const hasFaults = (draft: TestDraft, step: TestStep): boolean =>
  Object.keys(faultsOf(draft)).some((field) => stepOf(field) === step);

/** The same draft about another kind of thing; an offer is tested by clicks. */
export const ofKind = (draft: TestDraft, kind: TestKind): TestDraft => ({
  ...draft,
  kind,
  unit: kind === 'offer' ? 'click' : 'visitor',
});

/** The same draft about another step; the step's page becomes the control's where none is entered. */
export const withTarget = (
  draft: TestDraft,
  target: TestDraft['target'],
  url: string | null,
): TestDraft => ({
  ...draft,
  target,
  variants: draft.variants.map((variant) =>
    variant.isControl && variant.url === '' && url !== null ? { ...variant, url } : variant,
  ),
});

/** Equal shares that add up to 100 %; the first ones get what is left over. */
export function evenOut(variants: readonly DraftVariant[]): DraftVariant[] {
  const least = Math.floor(allWeight / variants.length);
  const over = allWeight - least * variants.length;
  return variants.map((variant, at) => ({
    ...variant,
    weight: textOf((least + (at < over ? 1 : 0)) / 100),
  }));
}

/** One variant more with the first free letter, with even shares; the same ones where no letter is free. */
export function withVariant(variants: readonly DraftVariant[]): DraftVariant[] {
  const key = variantKeys.find((one) => variants.every((variant) => variant.key !== one));
  if (key === undefined || variants.length >= mostVariants) return [...variants];
  const added = {
    key,
    name: `Variant ${key}`,
    isControl: false,
    weight: '0',
    url: '',
    offer: null,
  };
  return evenOut([...variants, added]);
}

export function withoutVariant(variants: readonly DraftVariant[], at: number): DraftVariant[] {
  const rest = variants.filter((_, index) => index !== at);
  const hasControl = rest.some(({ isControl }) => isControl);
  return evenOut(
    rest.map((variant, index) => ({
      ...variant,
      isControl: hasControl ? variant.isControl : index === 0,
    })),
  );
}

export const withControl = (variants: readonly DraftVariant[], at: number): DraftVariant[] =>
  variants.map((variant, index) => ({ ...variant, isControl: index === at }));

/** The sum of the shares in percent; null while one of them is no number. */
export function sumOfShares(variants: readonly DraftVariant[]): number | null {
  const sum = variants.reduce((all, { weight }) => all + numberIn(weight), 0);
  return Number.isNaN(sum) ? null : Number(sum.toFixed(2));
}

export const newGuardrail: DraftGuardrail = {
  type: 'conversion_rate',
  event: '',
  direction: 'up',
  harm: '5',
};

/** What the form offers to choose from. */
export type TestChoices = {
  funnels: readonly {
    slug: string;
    name: string;
    steps: readonly { slug: string; name: string; url: string | null }[];
  }[];
  offers: readonly { id: number; name: string; isActive: boolean }[];
  /** The names of recorded events, the most frequent first. */
  events: readonly string[];
};

export const emptyChoices: TestChoices = { funnels: [], offers: [], events: [] };
