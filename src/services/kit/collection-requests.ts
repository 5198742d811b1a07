import type { PromiseActorLogic } from 'xstate';

/** The requests of a list, as the machine `collectionOf` makes them. */
export type ReadEntries<Scope, Row, More = never> = PromiseActorLogic<
  { rows: Row[]; more?: More },
  { scope: Scope; isRefresh: boolean }
>;
export type SaveEntry<Scope, Row, Draft, Shown = never> = PromiseActorLogic<
  Outcome<Row, Shown>,
  { scope: Scope; entry: Row | null; draft: Draft }
>;
export type TakeAct<Scope, Row, Act, Shown = never> = PromiseActorLogic<
  Outcome<Row, Shown>,
  { scope: Scope; act: Act }
>;
export type RemoveEntry<Row> = PromiseActorLogic<void, { entry: Row }>;
export type RestoreEntry<Row> = PromiseActorLogic<Outcome<Row, never>, { entry: Row }>;

/** Without the entry, or where others changed too, the list is read again. */
type Outcome<Row, Shown> = { entry?: Row; affectsOthers?: boolean; shown?: Shown };
