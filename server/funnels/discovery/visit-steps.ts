import { type Alternative, longestStepName, type StepKind } from '#contract/funnels/definition.ts';
import { textMap } from '#contract/text-map.ts';

/** What a step of a suggestion counts: an event, a page, or the pages below a folder. */
export type VisitStep = { event: string; page: { path: string; isFolder: boolean } | null };

export const keyOf = ({ event, page }: VisitStep): string =>
  page ? `${event} ${page.path}${page.isFolder ? '*' : ''}` : event;

export const alternativeFor = ({ event, page }: VisitStep): Alternative => ({
  event,
  filters: page
    ? [
        {
          property: 'path',
          operator: page.isFolder ? 'starts_with' : 'equals',
          value: page.path,
        },
      ]
    : [],
});

/** `Landing /offer`, `Page /blog/…`, `Checkout`, `Book a call`. */
export function nameOf({ event, page }: VisitStep, isFirst: boolean): string {
  const known = event === 'page_view' && !isFirst ? 'Page' : (names.get(event) ?? spoken(event));
  const name = page ? `${known} ${page.path}${page.isFolder ? '…' : ''}` : known;
  return name.length > longestStepName ? `${name.slice(0, longestStepName - 1)}…` : name;
}

/** `book_a_call` → `Book a call`. */
function spoken(event: string): string {
  const words = event.replaceAll(/[_.:/-]+/g, ' ').trim() || event;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const names = textMap({
  page_view: 'Landing',
  click: 'Click',
  view_content: 'View content',
  add_to_cart: 'Add to cart',
  initiate_checkout: 'Checkout',
  lead: 'Lead',
  purchase: 'Purchase',
});

const kinds = textMap<StepKind>({
  click: 'offer_click',
  view_content: 'sales',
  lead: 'optin',
  initiate_checkout: 'checkout',
  purchase: 'order',
  upsell: 'upsell',
  downsell: 'downsell',
});

const pageKinds: readonly (readonly [RegExp, StepKind])[] = [
  [/thank|confirm|success/, 'thankyou'],
  [/upsell|oto/, 'upsell'],
  [/downsell/, 'downsell'],
  [/checkout|cart|order/, 'checkout'],
  [/quiz|survey/, 'survey'],
  [/opt-?in|signup|sign-up|register|webinar/, 'optin'],
];

export function kindOf({ event, page }: VisitStep, isFirst: boolean): StepKind {
  if (event !== 'page_view') return kinds.get(event) ?? 'custom';
  if (isFirst) return 'landing';
  return pageKinds.find(([pattern]) => pattern.test(page?.path ?? ''))?.[1] ?? 'sales';
}
