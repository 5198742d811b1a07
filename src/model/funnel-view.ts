import { z } from 'zod';
import { eventFilterSchema } from '#contract/funnels/definition.ts';
import { funnelBreakdowns, funnelComparisons, outcomes } from '#contract/funnels/report.ts';
import { daySchema, type Period } from '#contract/period.ts';
import { type FunnelView, funnelTabs, type PeopleChoice } from './funnel-dashboard.ts';
import type { FunnelPlace } from './funnels.ts';

/** The parameters of a funnel's dashboard in its address, beside its days. */
export const funnelViewParams = [
  'compare',
  'compare_start',
  'compare_end',
  'by',
  'where',
  'per',
  'between',
  'people',
  'of',
] as const;
type Params = Record<(typeof funnelViewParams)[number], string>;

/** Reads the view from an address and ignores what is not valid. */
export function viewIn({ slug, range, tab, params }: FunnelPlace): FunnelView {
  const oneOf = <Value extends string>(values: readonly Value[], key: keyof Params) =>
    values.find((value) => value === params[key]) ?? null;
  const compare = oneOf(funnelComparisons, 'compare') ?? 'none';
  const compared = periodIn(params.compare_start, params.compare_end);
  const [fromStep = null, toStep = null] = pairIn(params.between) ?? [];
  return {
    slug: slug ?? '',
    tab: funnelTabs.find((one) => one === tab) ?? 'steps',
    range,
    compare: compare === 'custom' && compared === null ? 'none' : compare,
    compared: compare === 'custom' ? compared : null,
    breakdown: oneOf(funnelBreakdowns, 'by'),
    filters: filtersIn(params.where),
    interval: oneOf(['week'], 'per') ?? 'day',
    fromStep,
    toStep,
    people: peopleIn(params),
  };
}

/** The parameters of a view; one that is empty has its default. */
export function paramsOf(view: FunnelView): Params {
  const { compare, compared, breakdown, filters, interval, fromStep, toStep, people } = view;
  return {
    compare: compare === 'none' ? '' : compare,
    compare_start: compared?.start ?? '',
    compare_end: compared?.end ?? '',
    by: breakdown ?? '',
    where: filters.length > 0 ? JSON.stringify(filters) : '',
    per: interval === 'week' ? interval : '',
    between: fromStep && toStep ? `${fromStep}.${toStep}` : '',
    people: people ? `${people.step}.${people.outcome}` : '',
    of: people?.value === undefined ? '' : people.value === null ? 'none' : `is ${people.value}`,
  };
}

function peopleIn({ people, of = '' }: FunnelPlace['params']): PeopleChoice | null {
  const [step, end] = pairIn(people) ?? [];
  const outcome = outcomes.find((one) => one === end);
  if (!step || !outcome) return null;
  if (of === 'none') return { step, outcome, value: null };
  return of.startsWith('is ') ? { step, outcome, value: of.slice(3) } : { step, outcome };
}

function filtersIn(text: string | undefined): FunnelView['filters'] {
  if (!text) return [];
  try {
    return z.array(eventFilterSchema).max(6).parse(JSON.parse(text));
  } catch {
    return [];
  }
}

function periodIn(start: string | undefined, end: string | undefined): Period | null {
  const [first, last] = [daySchema.safeParse(start).data, daySchema.safeParse(end).data];
  return first && last && first <= last ? { start: first, end: last } : null;
}

/** `checkout.dropped`: a slug holds no dot. */
function pairIn(text = ''): [string, string] | null {
  const [, first, second] = /^([a-z0-9-]+)\.([a-z0-9-]+)$/.exec(text) ?? [];
  return first && second ? [first, second] : null;
}
