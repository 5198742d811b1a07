import { z } from 'zod';
import type { Conversion } from './conversion.ts';
import {
  conversionRecords,
  conversionStatuses,
  exclusions,
  pairedBy,
  pairings,
} from './conversion-query.ts';
import type { Lack, Query, Question } from './query.ts';

/** The parts of the screen, each with an address of its own. */
export const conversionViews = ['log', 'summary', 'ledger', 'reconcile', 'postbacks'] as const;
export type ConversionView = (typeof conversionViews)[number];

const one = <Value extends string>(values: readonly Value[]) =>
  z.enum(values).nullable().catch(null);
const either = z.boolean().nullable().catch(null);

/** What narrows the log beside the selection. Nothing chosen means all of them. */
export const logFilterSchema = z.object({
  record: one(conversionRecords),
  status: one(conversionStatuses),
  pairing: one(pairings),
  pairedBy: one(pairedBy),
  attributed: either,
  mismatch: either,
  excluded: one([...exclusions, 'none'] as const),
  /** An amount as it is typed; until it is one it narrows nothing. */
  least: z.string().max(20).catch(''),
  /** The beginning of an id. */
  search: z.string().max(200).catch(''),
});
export type LogFilter = z.infer<typeof logFilterSchema>;
/** What is typed and not chosen. */
export type LogText = Pick<LogFilter, 'least' | 'search'>;

export const openLog: LogFilter = {
  record: null,
  status: null,
  pairing: null,
  pairedBy: null,
  attributed: null,
  mismatch: null,
  excluded: null,
  least: '',
  search: '',
};

export type LogQuestion = Query & { filter: LogFilter };
export type SummaryQuestion = Question & {
  /** Only hours or days with server revenue above 0. */
  isEarning: boolean;
};

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
