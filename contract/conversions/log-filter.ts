import { z } from 'zod';
import { conversionRecords, conversionStatuses, exclusions, pairedBy, pairings } from './query.ts';

/** The tabs of the conversions screen, each with its own address. */
export const conversionViews = [
  'log',
  'summary',
  'ledger',
  'payouts',
  'reconcile',
  'postbacks',
] as const;
export type ConversionView = (typeof conversionViews)[number];

const one = <Value extends string>(values: readonly Value[]) =>
  z.enum(values).nullable().catch(null);
const either = z.boolean().nullable().catch(null);

/** The filters of the conversion log beside the selection. An empty list means all. */
export const logFilterSchema = z.object({
  record: one(conversionRecords),
  status: one(conversionStatuses),
  pairing: one(pairings),
  pairedBy: one(pairedBy),
  attributed: either,
  mismatch: either,
  excluded: one([...exclusions, 'none'] as const),
  /** The amount as typed; filters nothing until it is an amount. */
  least: z.string().max(20).catch(''),
  /** The first characters of an id. */
  search: z.string().max(200).catch(''),
});
export type LogFilter = z.infer<typeof logFilterSchema>;
export const emptyLogFilter: LogFilter = {
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
