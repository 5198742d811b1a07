import type { StepKind } from '#contract/funnels/definition.ts';

export const stepKindWords: Record<StepKind, string> = {
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
