import type { Guardrail, TestGoal, TestKind } from '#contract/split-tests/definition.ts';
import { landingPaths } from './landing-pages.ts';

/** A split test of the demo: how it is set up, and what its variants do to those who see them. */
export type TestPlan = {
  slug: string;
  name: string;
  hypothesis: string;
  kind: Exclude<TestKind, 'offer'>;
  target?: { funnel: string; step: string };
  /** How the paths begin on which it runs, and the page that stands for them where they are several. */
  path: string;
  page?: string;
  /** What leads to the other variant there. */
  treatment: { name: string; query: string };
  control: string;
  goal: Pick<TestGoal, 'type' | 'event' | 'window_hours'>;
  guardrails: readonly Pick<Guardrail, 'type' | 'event' | 'max_harm_rel'>[];
  /** Days from the demo's start back to the test's; 0 for this morning. */
  startedDaysAgo: number;
  maxRuntimeDays: number;
  /** Units for which its interval is tuned. */
  plannedUnits: number;
  /** The share of the other variant's readers who open a product although they would not have. */
  persuades?: number;
  /** The share of the other variant's visitors whose exposure is lost, because they leave before it is reported. */
  loses?: number;
  /** It ended when its time was over, with nothing found. */
  decisionNote?: string;
};

export const testPlans: readonly TestPlan[] = [
  {
    slug: 'guide-cover',
    name: 'Guide cover: bedroom photo or drawing',
    hypothesis:
      'If the guide opens with a photo of a real bedroom, then readers trust the shop more and spend more.',
    kind: 'page',
    path: landingPaths.guide,
    control: 'Drawing',
    treatment: { name: 'Bedroom photo', query: 'cover=photo' },
    goal: { type: 'revenue_per_unit', event: '', window_hours: 72 },
    guardrails: [],
    startedDaysAgo: 40,
    maxRuntimeDays: 28,
    plannedUnits: 4_000,
    decisionNote:
      'No difference after four weeks, and the photos cost money every season. We keep the drawing.',
  },
  {
    slug: 'short-letter',
    name: 'Sheet test: short letter or long letter',
    hypothesis:
      'If the letter fits on two screens, then more readers get to the product, because most leave before its end.',
    kind: 'funnel_step',
    target: { funnel: 'sheet-test', step: 'letter' },
    path: landingPaths.letter,
    control: 'Long letter',
    treatment: { name: 'Short letter', query: 'letter=short' },
    goal: { type: 'conversion_rate', event: 'view_content', window_hours: 24 },
    guardrails: [{ type: 'revenue_per_unit', event: '', max_harm_rel: 0.2 }],
    startedDaysAgo: 24,
    maxRuntimeDays: 42,
    plannedUnits: 2_400,
    persuades: 0.4,
  },
  {
    slug: 'shipping-bar',
    name: 'Every page: bar with what is left to free shipping',
    hypothesis:
      'If a bar says how much is missing to free shipping, then visitors fill their carts up and more of them order.',
    kind: 'page',
    path: '/',
    control: 'No bar',
    treatment: { name: 'Bar', query: 'bar=1' },
    goal: { type: 'conversion_rate', event: '', window_hours: 72 },
    guardrails: [],
    startedDaysAgo: 11,
    maxRuntimeDays: 42,
    plannedUnits: 6_000,
    loses: 0.42,
  },
  {
    slug: 'reviews-first',
    name: 'Product page: reviews above the photos',
    hypothesis:
      'If reviews come first, then visitors without a recommendation spend more, because others speak for the product.',
    kind: 'page',
    path: '/products/',
    page: '/products/linen-duvet',
    control: 'Photos first',
    treatment: { name: 'Reviews first', query: 'layout=reviews' },
    goal: { type: 'revenue_per_unit', event: '', window_hours: 72 },
    guardrails: [],
    startedDaysAgo: 0,
    maxRuntimeDays: 42,
    plannedUnits: 8_000,
  },
];
