import { z } from 'zod';
import { conversionRecords, conversionStatuses, exclusions, pairedBy, pairings } from './query.ts';

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
