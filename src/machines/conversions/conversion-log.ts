import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { LogFilter } from '#contract/conversions/log-filter.ts';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { LogPage } from '#model/conversion-log.ts';
import type { Query } from '#model/query.ts';
import { pagedListOf } from '../kit/paged-list.ts';

/** Every conversion of the selection, newest first. */
export const conversionLogMachine = pagedListOf<Conversion, Query, LogFilter, LogPage>();

export type ConversionLogActor = ActorRefFrom<typeof conversionLogMachine>;
export type ConversionLogSnapshot = SnapshotFrom<typeof conversionLogMachine>;
