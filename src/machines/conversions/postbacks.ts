import type { LoggedPostback } from '#contract/collect/postback-log.ts';
import type { ActionResult } from '#model/paged-list.ts';
import type { PostbackFilter, PostbackPage } from '#model/postbacks.ts';
import type { Query } from '#model/query.ts';
import { type PagedListActor, type PagedListSnapshot, pagedListOf } from '../kit/paged-list.ts';

type Postbacks = {
  row: LoggedPostback;
  query: Query;
  filter: PostbackFilter;
  page: PostbackPage;
  action: never;
  result: ActionResult;
};

/** The postbacks that networks sent in the days of the selection, the latest first. */
export const postbacksMachine = pagedListOf<Postbacks>();

export type PostbacksActor = PagedListActor<Postbacks>;
export type PostbacksSnapshot = PagedListSnapshot<Postbacks>;
