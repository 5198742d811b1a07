import type { ProjectScope } from '../access/scope.ts';

export type PixelActivity = { lastExecutedAt: Date | null; count24h: number };
export type OfferActivity = { conversions30d: number; lastSeenAt: Date | null };

/**
 * What projects show of their events. The warehouse answers; a scope with affiliates restricts every figure to them.
 */
export type Statistics = {
  /** Events of the cycle that is paid for, as billing counts them; of this month where nothing was subscribed to. */
  eventsUsed(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** By event name. */
  pixelActivity(scope: ProjectScope): Promise<ReadonlyMap<string, PixelActivity>>;
  /** By public offer id. */
  offerActivity(scope: ProjectScope): Promise<ReadonlyMap<string, OfferActivity>>;
  /** Whether anything but tests was recorded under the code of an affiliate, at whatever time. */
  isRecorded(projectId: number, affid: string): Promise<boolean>;
};

/** For when nothing counts events. */
export const noStatistics: Statistics = {
  eventsUsed: async () => new Map(),
  pixelActivity: async () => new Map(),
  offerActivity: async () => new Map(),
  isRecorded: async () => false,
};
