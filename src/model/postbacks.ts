import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';
import type { Query } from './query.ts';

/** One page of the postback log; `next` is the cursor of the next page. */

export type PostbackPage = { rows: LoggedPostback[]; next: string | null };
export type PostbackQuestion = Pick<Query, 'project' | 'period' | 'timezone'> & {
  /** Null for every result. */
  result: PostbackResult | null;
  /** The first characters of a click id or a transaction id. */
  search: string;
};
export type PostbacksAsked = { question: PostbackQuestion; cursor: string | null };
