import type { Session } from '#contract/accounts/session.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { Query } from '#model/query.ts';

/** What every screen of the workspace starts with. Only one that opens without a project finds no query. */
export type ScreenInput<Asked extends Query | null = Query> = {
  member: Session;
  query: Asked;
  /** What this installation has switched on; null where it could not be read. */
  settings: Settings | null;
};

/** What every screen of the workspace is told while it is open. */
export type ScreenEvent<Asked extends Query | null = Query> =
  | { type: 'query.change'; query: Asked }
  | { type: 'member.change'; member: Session };
