import type { PromiseActorLogic } from 'xstate';

/** The requests of a list, as the machine `collectionOf` makes them. */
export type ReadEntries<Scope, Row, Extra = never> = PromiseActorLogic<
  { rows: Row[]; extra?: Extra },
  { scope: Scope; isRefresh: boolean }
>;
export type SaveEntry<Scope, Row, Draft, Secret = never> = PromiseActorLogic<
  Outcome<Row, Secret>,
  { scope: Scope; entry: Row | null; draft: Draft }
>;
export type RunAction<Scope, Row, Action, Secret = never> = PromiseActorLogic<
  Outcome<Row, Secret> & { undo?: Action },
  { scope: Scope; action: Action }
>;
export type RemoveEntry<Row> = PromiseActorLogic<void, { entry: Row }>;
export type RestoreEntry<Row> = PromiseActorLogic<Outcome<Row, never>, { entry: Row }>;

/** The list is read again if `entry` is missing or `affectsOthers` is true. */
type Outcome<Row, Secret> = { entry?: Row; affectsOthers?: boolean; secret?: Secret };
