import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { StatementDetail } from '#contract/payouts/statement.ts';
import type { Period } from '#contract/period.ts';
import type {
  PayoutsPlace,
  PayoutsRecalledEvent,
  SaveStatements,
  StatementQuestion,
  StatementRow,
  StatementsScope,
} from '#model/offer-payouts.ts';
import type { PayoutDraft } from '#model/payouts.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';
import { injectedListener } from '../kit/injected.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { type TaskActor, taskOf } from '../kit/task.ts';

type Statements = {
  scope: StatementsScope;
  row: StatementRow;
  extra: never;
  draft: PayoutDraft;
  action: { kind: 'undo'; payout: number };
  secret: never;
};

/** What each affiliate is owed for the days. Payments are recorded and undone here, because both change it. */
export const statementsMachine = collectionOf<Statements>();
export type StatementsActor = CollectionActor<Statements>;
export type StatementsSnapshot = CollectionSnapshot<Statements>;

/** One statement with what makes it up. */
export const statementMachine = loaderOf<StatementDetail, StatementQuestion>();
export type StatementActor = LoaderActor<StatementDetail, StatementQuestion>;

/** Saves the statements to a file; the result is the file name. */
export const saveStatementsMachine = taskOf<SaveStatements, string>();
export type SaveStatementsActor = TaskActor<SaveStatements, string>;

type Context = {
  member: Session;
  query: Query;
  place: PayoutsPlace | null;
  /** The statements as they were last read; null before that. */
  read: readonly StatementRow[] | null;
};
type Event =
  | PayoutsRecalledEvent
  | ScreenEvent
  | { type: 'period.choose'; period: Period }
  | { type: 'list.read'; rows: StatementRow[] }
  | { type: 'statement.print' };

/**
 * What affiliates are owed for a period.
 *
 * The days and the open statement belong to the address. The list runs also behind an open statement, because
 * payments are recorded in it; a reading that changes the statement's amounts reads the open statement again.
 */
export const offerPayoutsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: {
      address: 'address';
      statements: 'statements';
      statement: 'statement';
      saving: 'saving';
    };
  },
  actors: {
    address: injectedListener<PayoutsRecalledEvent, { timezone: string }>('address'),
    statements: statementsMachine,
    statement: statementMachine,
    saving: saveStatementsMachine,
  },
  actions: {
    keepPlace: assign({ place: (_, params: { place: PayoutsPlace }) => params.place }),
    keepPeriod: assign({
      place: ({ context: { place } }, { period }: { period: Period }) => ({
        affiliate: place?.affiliate ?? null,
        period,
      }),
    }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    queryStatements: sendTo('statements', ({ context }) => ({
      type: 'scope.change' as const,
      scope: scopeOf(context),
    })),
    keepRead: assign({ read: (_, params: { rows: readonly StatementRow[] }) => params.rows }),
    refreshStatement: sendTo('statement', { type: 'figures.changed' }),
    visitPeriod: () => {},
    printPage: () => {},
  },
  guards: {
    isOne: ({ context }) => typeof context.place?.affiliate === 'number',
    /** A statement that is not among the rows may have changed with any of their readings. */
    mayHaveChanged: ({ context: { place, read } }, { rows }: { rows: readonly StatementRow[] }) => {
      const own = rows.find(({ id }) => id === place?.affiliate);
      const before = read?.find(({ id }) => id === place?.affiliate);
      return read !== null && (own === undefined || JSON.stringify(own) !== JSON.stringify(before));
    },
  },
}).createMachine({
  id: 'offerPayouts',
  description: 'What affiliates are owed for a period, and the statement of one of them.',
  context: ({ input: { member, query } }) => ({ member, query, place: null, read: null }),
  invoke: {
    id: 'address',
    src: 'address',
    input: ({ context }) => ({ timezone: context.query.timezone }),
  },
  initial: 'starting',
  on: {
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
  states: {
    starting: {
      description: 'The address has not been read yet.',
      on: {
        'address.recalled': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
        'query.change': {
          actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
        },
      },
    },
    open: {
      invoke: [
        {
          id: 'statements',
          src: 'statements',
          input: ({ context, self }) => ({ scope: scopeOf(context), parent: self }),
        },
        { id: 'saving', src: 'saving' },
      ],
      initial: 'deciding',
      on: {
        'address.recalled': {
          target: '.deciding',
          actions: [
            { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
            'queryStatements',
          ],
        },
        'period.choose': {
          target: '.deciding',
          actions: [
            { type: 'keepPeriod', params: ({ event }) => ({ period: event.period }) },
            'queryStatements',
            'visitPeriod',
          ],
        },
        'list.read': {
          actions: { type: 'keepRead', params: ({ event }) => ({ rows: event.rows }) },
        },
        'query.change': {
          target: '.deciding',
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'queryStatements',
          ],
        },
      },
      states: {
        deciding: { always: [{ guard: 'isOne', target: 'statement' }, { target: 'list' }] },
        list: { description: 'The statements of all affiliates.' },
        statement: {
          description: 'The statement of one affiliate, line by line.',
          invoke: {
            id: 'statement',
            src: 'statement',
            input: ({ context }) => ({ query: questionOf(context) }),
          },
          on: {
            'list.read': [
              {
                guard: { type: 'mayHaveChanged', params: ({ event }) => ({ rows: event.rows }) },
                actions: [
                  { type: 'keepRead', params: ({ event }) => ({ rows: event.rows }) },
                  'refreshStatement',
                ],
              },
              { actions: { type: 'keepRead', params: ({ event }) => ({ rows: event.rows }) } },
            ],
            'statement.print': { actions: 'printPage' },
          },
        },
      },
    },
  },
});

export type OfferPayoutsActor = ActorRefFrom<typeof offerPayoutsMachine>;
export type OfferPayoutsSnapshot = SnapshotFrom<typeof offerPayoutsMachine>;

/** Whether the member may record what was paid. */
export const mayPay = ({ member, query }: Pick<Context, 'member' | 'query'>): boolean =>
  mayRole(member.projects.find(({ id }) => id === query.project)?.role, 'payout.record');

function periodOf({ place }: Context): Period {
  if (place) return place.period;
  throw new Error('Statements were asked for without days.');
}

export const scopeOf = (context: Context): StatementsScope => ({
  project: context.query.project,
  affiliates: context.query.affiliates.map(({ id }) => id),
  timezone: context.query.timezone,
  period: periodOf(context),
});

const questionOf = (context: Context): StatementQuestion => ({
  affiliate: context.place?.affiliate ?? 0,
  timezone: context.query.timezone,
  period: periodOf(context),
});
