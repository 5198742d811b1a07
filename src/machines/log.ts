import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Conversion } from '#contract/conversion.ts';
import type { LogFilter } from '#contract/conversion-log.ts';
import type { Query } from '#contract/query.ts';
import type { LogPage } from '#model/conversion-log.ts';
import { pagedListOf } from './paged-list.ts';

/** Every conversion of the selection, newest first. */
export const logMachine = pagedListOf<Conversion, Query, LogFilter, LogPage>();

export type LogActor = ActorRefFrom<typeof logMachine>;
export type LogSnapshot = SnapshotFrom<typeof logMachine>;
