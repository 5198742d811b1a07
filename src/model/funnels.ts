import type { Preset } from '#contract/period.ts';
import type { OwnDaysPlace, OwnRange } from './own-days.ts';

/** When a report is read again: one on 30 days hardly changes within a minute, and it costs more than a panel. */
export const reportStaleAfter = 300_000;

/** Whose figures of funnels are asked for, and of which days. */
export type FunnelQuestion = {
  project: number;
  /** The ids of the chosen affiliates; empty for all of the project. */
  affiliates: readonly number[];
  timezone: string;
  range: OwnRange;
};

export const defaultFunnelRange: Preset = 'last_30_days';

/** What the address of a funnel's screen says. */
export type FunnelPlace = OwnDaysPlace & {
  /** Null on the list and in the wizard. */
  slug: string | null;
  /** The step that the editor shows. */
  childSlug: string | null;
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
