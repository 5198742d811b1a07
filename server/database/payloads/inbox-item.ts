import type { CostRow, EventRow, LabelRow } from '../../warehouse/rows.ts';

/**
 * One row of the inbox: what the collector promised to keep, already parsed and marked.
 * The mover only copies it; whatever needs other events is the resolver's work.
 */
export type Accepted =
  | {
      kind: 'event';
      event: EventRow;
      labels: LabelRow[];
      /** The master pixel whose key it came with. */
      pixel?: number;
      /** It happened long ago, so nobody hears of it live. */
      isHistory?: true;
    }
  | { kind: 'cost'; cost: Omit<CostRow, 'version'>; labels: LabelRow[] };
