import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { LogPage } from '#model/conversion-log.ts';
import type { ActionResult } from '#model/paged-list.ts';
import type { Query } from '#model/query.ts';
import { type PagedListActor, type PagedListSnapshot, pagedListOf } from '../kit/paged-list.ts';

type ConversionLog = {
  row: Conversion;
  query: Query;
  filter: LogFilter;
  page: LogPage;
  action: never;
  result: ActionResult;
};

/** Every conversion of the selection, newest first. */
export const conversionLogMachine = pagedListOf<ConversionLog>();

export type ConversionLogActor = PagedListActor<ConversionLog>;
export type ConversionLogSnapshot = PagedListSnapshot<ConversionLog>;
