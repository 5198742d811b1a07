import type { Alternative, Counting, Step, StepKind } from './definition.ts';
import type { FunnelTemplate } from './schemas.ts';

export type Template = { count_by: Counting; window_minutes: number; steps: Step[] };

const hour = 60;
const day = 24 * hour;

const event = (name: string): Alternative => ({ event: name, filters: [] });
/** Pages whose path holds a word; people replace it with their own. */
const pages = (word: string): Alternative => ({
  event: 'page_view',
  filters: [{ property: 'path', operator: 'contains', value: word }],
});

const step = (
  [slug, name, kind]: readonly [string, string, StepKind],
  any: Alternative[],
  more: Partial<Step> = {},
): Step => ({
  slug,
  name,
  kind,
  matcher: { any },
  optional: false,
  window_minutes: null,
  page_url: null,
  expected_rate: null,
  ...more,
});

const landing = step(['landing', 'Landing page', 'landing'], [event('page_view')]);
const checkout = step(
  ['checkout', 'Checkout', 'checkout'],
  [event('initiate_checkout'), pages('checkout')],
);
const order = step(['order', 'Order', 'order'], [event('purchase')]);

/** What a new funnel can begin with. */
export const templates: Record<FunnelTemplate, Template> = {
  lead_gen: {
    count_by: 'visitor',
    window_minutes: day,
    steps: [
      landing,
      step(['offer', 'Offer seen', 'sales'], [event('view_content')], { optional: true }),
      step(['lead', 'Lead', 'optin'], [event('lead')]),
    ],
  },
  vsl_checkout_upsell: {
    count_by: 'visitor',
    window_minutes: 7 * day,
    steps: [
      step(['sales-letter', 'Sales letter', 'sales'], [event('page_view')]),
      checkout,
      order,
      step(['upsell', 'Upsell', 'upsell'], [event('upsell'), pages('upsell')], {
        window_minutes: hour,
      }),
    ],
  },
  advertorial_offer: {
    count_by: 'visitor',
    window_minutes: 7 * day,
    steps: [
      step(['advertorial', 'Advertorial', 'landing'], [event('page_view')]),
      step(['offer', 'Offer page', 'sales'], [event('view_content'), pages('offer')]),
      checkout,
      order,
    ],
  },
  quiz: {
    count_by: 'visitor',
    window_minutes: 7 * day,
    steps: [
      step(['quiz', 'Quiz', 'survey'], [pages('quiz')]),
      step(['lead', 'Lead', 'optin'], [event('lead')]),
      step(['offer', 'Offer seen', 'sales'], [event('view_content')], { optional: true }),
      order,
    ],
  },
  direct_link: {
    count_by: 'click',
    window_minutes: 30 * day,
    steps: [step(['click', 'Click', 'offer_click'], [event('click')]), order],
  },
};
