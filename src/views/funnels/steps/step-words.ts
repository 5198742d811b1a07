import type { Counting, StepKind } from '#contract/funnels/definition.ts';
import { textMap } from '#contract/text-map.ts';
import type { Operator } from '#model/funnel-definition.ts';

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

export const operatorWords: Record<Operator, string> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  starts_with: 'begins with',
  regex: 'matches the expression',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  is_set: 'is known',
  is_not_set: 'is not known',
};

export const countingWords: Record<Counting, { name: string; about: string }> = {
  visitor: { name: 'Visitor', about: 'One person on one device counts once.' },
  click: { name: 'Click', about: 'Each click of an ad or a tracking link counts by itself.' },
};

const propertyWords = textMap({
  path: 'Path of the page',
  host: 'Host of the page',
  referrer: 'Referrer',
  channel: 'Channel',
  affid: 'Affiliate',
  affsub: 'Affsub',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  utm_content: 'utm_content',
  campaign_id: 'Campaign id',
  adset_id: 'Ad set id',
  ad_id: 'Ad id',
  offer_id: 'Offer',
  country: 'Country',
  state: 'State',
  device: 'Device',
  value: 'Value of the event',
  status: 'Status',
  side: 'Reported by',
});

export const propertyWord = (property: string): string =>
  propertyWords.get(property) ??
  property.replace(/^query\./, 'Address parameter ').replace(/^custom\./, 'Own field ');
