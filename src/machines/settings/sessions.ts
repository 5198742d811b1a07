import type { OpenSession } from '#contract/accounts/user.ts';
import type { CollectionActor } from '../kit/collection.ts';
import { settingsList } from './settings-list.ts';

/** Sessions begin with signing in: here they only end. */
export type SessionAction = { kind: 'end'; session: OpenSession } | { kind: 'endOthers' };
type SessionTypes = {
  scope: number;
  row: OpenSession;
  extra: never;
  draft: never;
  action: SessionAction;
  secret: never;
};
export const sessionsMachine = settingsList<SessionTypes>();
export type SessionsActor = CollectionActor<SessionTypes>;
