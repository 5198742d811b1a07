import type { ApiToken, CreatedApiToken, NewApiToken } from '#contract/api-tokens/schemas.ts';
import type { CollectionActor, CollectionSnapshot } from '../kit/collection.ts';
import { settingsList } from './settings-list.ts';

export type TokenDraft = Omit<NewApiToken, 'project'>;
type TokenTypes = {
  scope: number;
  row: ApiToken;
  extra: never;
  draft: TokenDraft;
  action: { kind: 'revoke'; token: ApiToken };
  secret: CreatedApiToken;
};
export const tokensMachine = settingsList<TokenTypes>();
export type TokensActor = CollectionActor<TokenTypes>;
export type TokensSnapshot = CollectionSnapshot<TokenTypes>;
