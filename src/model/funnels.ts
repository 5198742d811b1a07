import { dayAt, type Period, type Preset, periodOf } from '#contract/period.ts';

/** The days of a funnel's screen: a range that moves with the clock, or chosen days. */
export type FunnelRange = Preset | Period;

/** When a report is read again: one on 30 days hardly changes within a minute, and it costs more than a panel. */
export const reportStaleAfter = 300_000;

/** Whose figures of funnels are asked for, and of which days. */
export type FunnelQuestion = {
  project: number;
  /** The ids of the chosen affiliates; empty for all of the project. */
  affiliates: readonly number[];
  timezone: string;
  range: FunnelRange;
};

export const defaultFunnelRange: Preset = 'last_30_days';

export const funnelPeriod = (range: FunnelRange, today: string): Period =>
  typeof range === 'string' ? periodOf(range, today) : range;

export const todayIn = (now: number, timezone: string): string => dayAt(new Date(now), timezone);

/** What the address of a funnel's screen says. */
export type FunnelPlace = {
  /** Null on the list and in the wizard. */
  slug: string | null;
  /** The step that the editor shows. */
  childSlug: string | null;
  range: FunnelRange;
  /** The hash without its sign; empty for the first tab. */
  tab: string;
  /** The screen's own parameters, as far as they are in the address. */
  params: Record<string, string>;
};
export type FunnelRecalledEvent = { type: 'address.recalled'; place: FunnelPlace };

/** The addresses of the screens. */
export const funnelPaths = {
  list: '/funnels',
  add: '/funnels/add',
  overview: (slug: string): string => `/funnels/${encodeURIComponent(slug)}`,
  editor: (slug: string): string => `/funnels/${encodeURIComponent(slug)}/edit`,
  step: (slug: string, childSlug: string): string =>
    `/funnels/${encodeURIComponent(slug)}/edit/${encodeURIComponent(childSlug)}`,
  dashboard: (slug: string): string => `/funnels/dashboard/${encodeURIComponent(slug)}`,
} as const;
