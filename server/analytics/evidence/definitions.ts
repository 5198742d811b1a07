import type { Definition } from '#contract/analytics/report.ts';

type Words = Pick<Definition, 'name' | 'title' | 'unit' | 'description' | 'formula'>;

const bounds = (
  figure: Pick<Words, 'name' | 'unit'> & { title: string; posterior: string },
): Words[] =>
  [
    { end: 'low', title: 'lower bound', quantile: '2.5 %' },
    { end: 'high', title: 'upper bound', quantile: '97.5 %' },
  ].map(({ end, title, quantile }) => ({
    name: `${figure.name}_${end}`,
    title: `${figure.title}, ${title}`,
    unit: figure.unit,
    description: 'The end of an interval that holds the figure with a probability of 95 %.',
    formula: `${quantile} quantile of ${figure.posterior}`,
  }));

const revenue =
  'Gamma(shape = (conversions + 1/2) / spread of values, mean = revenue + 1/2 order at the rate of the whole)';
const conversions = 'Gamma(conversions + 1/2) at the rate of the whole';

/**
 * The columns that `evidence=1` adds. They do not add up over rows, and the model has no measure for them because each
 * is computed from several.
 */
export const evidenceDefinitions: readonly Words[] = [
  {
    name: 'settled',
    title: 'Settled',
    unit: 'ratio',
    description: 'The share of the conversions of these clicks that should have arrived by now.',
    formula: 'mean over clicks of the delay curve of their campaign at their age',
  },
  {
    name: 'projected_roas',
    title: 'Projected ROAS',
    unit: 'ratio',
    description:
      'What these clicks will have earned per unit of cost once every conversion has arrived.',
    formula:
      '(arrived + missing) / cost, missing = clicks * (1 - settled) * (arrived + 1/2 order) / (clicks * settled + clicks of 1/2 order)',
  },
  ...bounds({
    name: 'projected_roas',
    title: 'Projected ROAS',
    unit: 'ratio',
    posterior: 'what is missing, a compound Poisson sum at an uncertain rate, plus what arrived',
  }),
  ...bounds({
    name: 'roas',
    title: 'Return on ad spend',
    unit: 'ratio',
    posterior: `${revenue} / cost`,
  }),
  ...bounds({
    name: 'cpa',
    title: 'Cost per conversion',
    unit: 'currency',
    posterior: `cost / ${conversions}`,
  }),
  ...bounds({
    name: 'conversion_rate',
    title: 'Conversion rate',
    unit: 'ratio',
    posterior:
      'Beta(conversions + 1/2, unique_clicks - conversions + clicks of 1/2 conversion - 1/2)',
  }),
  {
    name: 'profit_probability',
    title: 'Probability of profit',
    unit: 'ratio',
    description: 'The probability that net revenue exceeds cost and payout in the long run.',
    formula: `P(${revenue} > cost * revenue / (net_revenue - payout))`,
  },
  {
    name: 'clicks_to_decide',
    title: 'Clicks to decide',
    unit: 'count',
    description:
      'About how many more clicks are needed until profit or loss is certain; 0 when it is.',
    formula: 'clicks * (evidence needed / evidence - 1), so that the interval leaves break-even',
  },
];
