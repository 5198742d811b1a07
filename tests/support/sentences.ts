import type { AnyStateMachine, EventFromLogic, StateSchemaFrom } from 'xstate';

/**
 * One sentence for each event of a machine: what a tester does, as an order ("Open the dashboard"). In the lists of
 * `npm run paths` the payload of the event follows it.
 */
export type Sentences<M extends AnyStateMachine> = { [T in EventFromLogic<M>['type']]: string };

/** The sentences that a plan must have; none for the machines of the list below. */
export type SentencesIn<M extends AnyStateMachine> =
  IdOf<M> extends OlderMachine ? { sentences?: Sentences<M> } : { sentences: Sentences<M> };

/** The id in the machine's configuration. */
type IdOf<M extends AnyStateMachine> = StateSchemaFrom<M> extends { id: infer Id } ? Id : never;

/** The ids of machines that were written before plans had sentences. Do not add any. */
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
  | 'testDelivery'
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
  | 'weekdayHours'
  | 'conversionDetail'
  | 'workspace';
