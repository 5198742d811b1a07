import type { CostRow, EventRow, Label } from '../../warehouse/rows.ts';

/**
 * One row of the inbox: an acknowledged item, already parsed and marked. The mover only copies it; work that needs
 * other events is the resolver's.
 */
export type InboxItem =
  | {
      kind: 'event';
      event: EventRow;
      labels: Label[];
      /** The master pixel of its key. */
      pixel?: number;
      /** It happened long ago and is not shown live. */
      isHistory?: true;
    }
  | { kind: 'cost'; cost: Omit<CostRow, 'version'>; labels: Label[] };
