import type { Counting, StepKind } from '#contract/funnels/definition.ts';

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

export const countingWords: Record<Counting, { name: string; many: string; about: string }> = {
  visitor: { name: 'Visitor', many: 'Visitors', about: 'One person on one device counts once.' },
  click: {
    name: 'Click',
    many: 'Clicks',
    about: 'Each click of an ad or a tracking link counts by itself.',
  },
};
