import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { LoggedPostback } from '#contract/collect/postback-log.ts';
import type { PostbackFilter } from '#model/postbacks.ts';
import type { Query } from '#model/query.ts';
import { pagedListOf } from '../kit/paged-list.ts';

/** The postbacks that networks sent in the days of the selection, the latest first. */
export const postbacksMachine = pagedListOf<LoggedPostback, Query, PostbackFilter>();

export type PostbacksActor = ActorRefFrom<typeof postbacksMachine>;
export type PostbacksSnapshot = SnapshotFrom<typeof postbacksMachine>;
