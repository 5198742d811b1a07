import type { Session } from '#contract/accounts/session.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { Query } from '#model/query.ts';

/** The input of every screen of the workspace. The query is null only for a screen that works without a project. */
export type ScreenInput<ScreenQuery extends Query | null = Query> = {
  member: Session;
  query: ScreenQuery;
  /** The settings of this installation; null if they could not be read. */
  settings: Settings | null;
};

/** The events that an open screen of the workspace receives. */
export type ScreenEvent<ScreenQuery extends Query | null = Query> =
  | { type: 'query.change'; query: ScreenQuery }
  | { type: 'member.change'; member: Session };
