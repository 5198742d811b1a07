import type { AnyStateMachine, EventFromLogic, StateSchemaFrom } from 'xstate';

/**
 * One sentence for each event of a machine: what a tester does, as an order ("Open the dashboard"). In the lists of
 * `npm run paths` the payload of the event follows it.
 */
export type Sentences<M extends AnyStateMachine> = { [T in EventFromLogic<M>['type']]: string };

/** What a plan has to say of its machine: the sentences, unless the machine is older than they are. */
export type SentencesIn<M extends AnyStateMachine> =
  IdOf<M> extends OlderMachine ? { sentences?: Sentences<M> } : { sentences: Sentences<M> };

/** The id that the chart spells. */
type IdOf<M extends AnyStateMachine> = StateSchemaFrom<M> extends { id: infer Id } ? Id : never;

/** Machines from before plans had sentences, by id. No machine is added to this list. */
type OlderMachine =
  | 'firstEvent'
  | 'billing'
  | 'breakdown'
  | 'connection'
  | 'conversions'
  | 'correction'
  | 'dashboard'
  | 'conversionDecision'
  | 'document'
  | 'auth'
  | 'export'
  | 'demoBackfill'
  | 'filterOptions'
  | 'invite'
  | 'logo'
  | 'navigation'
  | 'orderTest'
  | 'password'
  | 'pixelEditor'
  | 'pixelExecuted'
  | 'pixelHealth'
  | 'pixelInstall'
  | 'pixelStream'
  | 'pixelTrial'
  | 'pixels'
  | 'projectDeletion'
  | 'reconcileValues'
  | 'reconcile'
  | 'reloadGuard'
  | 'selection'
  | 'session'
  | 'settings'
  | 'share'
  | 'signUp'
  | 'regions'
  | 'conversionDetail'
  | 'workspace';
