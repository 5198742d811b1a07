import type { FunnelTemplate } from '#contract/funnels/schemas.ts';

/** What the steps of a template are. */
export const templateSteps: Record<FunnelTemplate, string> = {
  lead_gen: 'Landing page, form, lead.',
  vsl_checkout_upsell: 'Sales page, checkout, order, upsell.',
  advertorial_offer: 'Article, offer page, checkout, order.',
  quiz: 'Quiz, lead, order.',
  direct_link: 'Click straight to the offer, order.',
};
