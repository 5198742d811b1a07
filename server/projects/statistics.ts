import type { ProjectScope } from '../analytics/scope.ts';

export type PixelActivity = { lastExecutedAt: Date | null; count24h: number };
export type OfferActivity = { conversions30d: number; lastSeenAt: Date | null };

/** What projects show of their events. The warehouse answers; a scope with affiliates restricts every figure to them. */
export type Statistics = {
  /** Events of the project since the first of this month in its time zone. */
  eventsThisMonth(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** By event name. */
  pixelActivity(scope: ProjectScope): Promise<ReadonlyMap<string, PixelActivity>>;
  /** By public offer id. */
  offerActivity(scope: ProjectScope): Promise<ReadonlyMap<string, OfferActivity>>;
};

/** For when nothing counts events. */
export const noStatistics: Statistics = {
  eventsThisMonth: async () => new Map(),
  pixelActivity: async () => new Map(),
  offerActivity: async () => new Map(),
};
