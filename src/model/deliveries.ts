import type { ReplayOutcome } from '#contract/event-pixels/health.ts';
import type { Execution, ExecutionOutcome } from '#contract/event-pixels/schemas.ts';
import type { ActionRequest, ActionResult, ListPage, PageRequest } from './paged-list.ts';

/** The pixel whose deliveries are listed. */
export type DeliveryQuery = { pixel: number };
/** The one outcome that is shown, or null for all. */
export type DeliveryFilter = { outcome: ExecutionOutcome | null };
export type DeliveryPage = ListPage<Execution>;
export type DeliveriesRequest = PageRequest<DeliveryQuery, DeliveryFilter>;

export type ReplayRequest = ActionRequest<DeliveryQuery, DeliveryFilter, ReplayOutcome>;
/** How many deliveries were sent again, and how many could no longer be sent. */
export type Replay = ActionResult & { replayed: number; skipped: number };
