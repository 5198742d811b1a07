import type { Counting, Step, StepKind } from '#contract/funnels/definition.ts';

export const kindWords: Record<StepKind, string> = {
  landing: 'Landing page',
  optin: 'Opt-in',
  survey: 'Survey',
  sales: 'Sales page',
  checkout: 'Checkout',
  order: 'Order',
  upsell: 'Upsell',
  downsell: 'Downsell',
  thankyou: 'Thank-you page',
  offer_click: 'Click to an offer',
  custom: 'Other',
};

/** What the name of a step does not say: “Upsell, optional”. */
export const stepNote = ({ name, kind, optional }: Pick<Step, 'name' | 'kind' | 'optional'>) =>
  [
    kind === 'custom' || kindWords[kind].toLowerCase() === name.toLowerCase()
      ? ''
      : kindWords[kind],
    optional ? 'optional' : '',
  ]
    .filter(Boolean)
    .join(', ');

export const countingWords: Record<Counting, { name: string; many: string; about: string }> = {
  visitor: { name: 'Visitor', many: 'Visitors', about: 'One person on one device counts once.' },
  click: {
    name: 'Click',
    many: 'Clicks',
    about: 'Each click of an ad or a tracking link counts by itself.',
  },
};
