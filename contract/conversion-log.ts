import { z } from 'zod';
import type { Conversion } from './conversion.ts';
import { conversionStatuses, pairings } from './conversion-query.ts';
import type { Lack } from './query.ts';

/** What narrows the log beside the selection. Nothing chosen means all of them. */
export const logFilterSchema = z.object({
  status: z.enum(conversionStatuses).nullable().catch(null),
  pairing: z.enum(pairings).nullable().catch(null),
  attributed: z.boolean().nullable().catch(null),
  /** The beginning of an id. */
  search: z.string().max(200).catch(''),
});
export type LogFilter = z.infer<typeof logFilterSchema>;

export const openLog: LogFilter = { status: null, pairing: null, attributed: null, search: '' };

/** Some rows of the log, newest first. */
export type LogPage = {
  rows: Conversion[];
  /** What the next page is asked for with; null after the last row. */
  next: string | null;
  /** How many there are in all; null on every page but the first. */
  total: number | null;
  /** When the server answered. */
  asOf: string;
  /** Why there are none, where there are none. */
  lack: Lack | null;
};
