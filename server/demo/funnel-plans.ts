import type { z } from 'zod';
import type { newFunnelSchema } from '#contract/funnels/schemas.ts';
import { landingPaths } from './landing-pages.ts';

export type FunnelPlan = {
  funnel: Omit<z.input<typeof newFunnelSchema>, 'project'> & { slug: string };
  isDefault?: true;
  /** Days before the demo's start, and what happened then. */
  notes: readonly (readonly [daysAgo: number, text: string])[];
};

const day = 24 * 60;
const event = (name: string) => ({ any: [{ event: name }] });
const page = (path: string) => ({
  any: [
    {
      event: 'page_view',
      filters: [{ property: 'path', operator: 'equals' as const, value: path }],
    },
  ],
});

/** The funnels of the shop that has landing pages. */
export const funnelPlans: readonly FunnelPlan[] = [
  {
    funnel: {
      slug: 'direct-link',
      name: 'Direct link',
      description: 'Every click that is paid for, straight to the shop.',
      count_by: 'click',
      window_minutes: 30 * day,
      steps: [
        { slug: 'click', name: 'Click', kind: 'offer_click', matcher: event('click') },
        { slug: 'order', name: 'Order', kind: 'order', matcher: event('purchase') },
      ],
    },
    notes: [],
  },
  {
    funnel: {
      slug: 'sleep-guide',
      name: 'Sleep guide: leads',
      description: 'Search and newsletter readers who leave their address for the guide.',
      count_by: 'visitor',
      window_minutes: day,
      steps: [
        { slug: 'guide', name: 'Guide', kind: 'landing', matcher: page(landingPaths.guide) },
        { slug: 'lead', name: 'Address left', kind: 'optin', matcher: event('lead') },
        {
          slug: 'thank-you',
          name: 'Thank-you page',
          kind: 'thankyou',
          matcher: page(landingPaths.guideThanks),
        },
      ],
      targets: { overall_rate: 0.4 },
    },
    notes: [
      [17, 'The form asks for the address only, no longer for the name.'],
      [1, 'The form was moved to the new page builder.'],
    ],
  },
  {
    funnel: {
      slug: 'sheet-test',
      name: 'Sheet test: letter to add-on',
      description: 'The sales letter of the social and native campaigns, through to the add-on.',
      count_by: 'visitor',
      window_minutes: 14 * day,
      steps: [
        { slug: 'letter', name: 'Sales letter', kind: 'sales', matcher: page(landingPaths.letter) },
        {
          slug: 'product',
          name: 'Product seen',
          kind: 'custom',
          matcher: event('view_content'),
          optional: true,
        },
        {
          slug: 'checkout',
          name: 'Checkout',
          kind: 'checkout',
          matcher: event('initiate_checkout'),
        },
        { slug: 'order', name: 'Order', kind: 'order', matcher: event('purchase') },
        {
          slug: 'add-on',
          name: 'Add-on',
          kind: 'upsell',
          matcher: event('upsell'),
          window_minutes: 60,
        },
      ],
    },
    isDefault: true,
    notes: [
      [19, 'New headline: “7 reasons hot sleepers switch”.'],
      [8, 'Checkout shows the delivery date.'],
    ],
  },
];
