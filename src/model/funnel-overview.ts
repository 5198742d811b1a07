import type { Funnel, FunnelAnnotation } from '#contract/funnels/schemas.ts';
import type { FunnelQuestion } from './funnels.ts';

/** A funnel is known by its slug within its project. */
export type FunnelScope = { project: number; slug: string };

/** What a report of one funnel is asked for. */
export type OneFunnelQuestion = FunnelQuestion & FunnelScope;

/** The funnel on which an action runs, with the name that a message calls it. */
export type ActedFunnel = FunnelScope & Pick<Funnel, 'id' | 'name'>;

/** An action on a funnel besides changing its draft; each can be taken back. */
export type FunnelAct =
  | { kind: 'pause' | 'resume' | 'archive' | 'restore'; funnel: ActedFunnel }
  | { kind: 'default'; funnel: ActedFunnel; isDefault: boolean };

/** A note knows its funnel, because it is removed and written again without the list. */
export type FunnelNote = FunnelAnnotation & { funnel: FunnelScope };
