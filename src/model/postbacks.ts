import type { LoggedPostback, PostbackResult } from '#contract/collect/postback-log.ts';
import type { Query } from './query.ts';

/** What a screen reads of the log at once; `next` is what the next page is asked for with. */

export type PostbackPage = { rows: LoggedPostback[]; next: string | null };
export type PostbackQuestion = Pick<Query, 'project' | 'period' | 'timezone'> & {
  /** Null for whatever became of them. */
  result: PostbackResult | null;
  /** The beginning of a click's or a transaction's id. */
  search: string;
};
export type PostbacksAsked = { question: PostbackQuestion; cursor: string | null };
