import type { ProjectScope } from '../access/scope.ts';

export type PixelActivity = { lastExecutedAt: Date | null; count24h: number };
export type OfferActivity = { conversions30d: number; lastSeenAt: Date | null };

/** Figures that project lists show. A scope with affiliates limits every figure to them. */
export type Statistics = {
  /** Events of the paid cycle as billing counts them; of this month without a subscription. */
  eventsUsed(projectIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** By event name. */
  pixelActivity(scope: ProjectScope): Promise<ReadonlyMap<string, PixelActivity>>;
  /** By public offer id. */
  offerActivity(scope: ProjectScope): Promise<ReadonlyMap<string, OfferActivity>>;
  /** Whether any event except tests was ever recorded under an affiliate's code. */
  isRecorded(projectId: number, affid: string): Promise<boolean>;
};

/** Used where no events are counted. */
export const noStatistics: Statistics = {
  eventsUsed: async () => new Map(),
  pixelActivity: async () => new Map(),
  offerActivity: async () => new Map(),
  isRecorded: async () => false,
};
