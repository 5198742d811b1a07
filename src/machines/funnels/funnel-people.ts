import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { PeoplePage, PeopleQuestion, PersonRow, SavePeople } from '#model/funnel-dashboard.ts';
import type { ActionResult } from '#model/paged-list.ts';
import { type PagedListActor, pagedListOf } from '../kit/paged-list.ts';
import { type TaskActor, taskOf } from '../kit/task.ts';

type Context = { question: PeopleQuestion | null };
type Event = { type: 'people.show'; question: PeopleQuestion | null } | { type: 'people.refresh' };

type PeopleList = {
  row: PersonRow;
  query: PeopleQuestion;
  filter: Record<never, never>;
  page: PeoplePage;
  action: never;
  result: ActionResult;
};

/** The people behind one figure, the latest entry first. */
export const peopleListMachine = pagedListOf<PeopleList>();

/** Saves these people as a file; the result is its name. */
export const savePeopleMachine = taskOf<SavePeople, string>();

/** The people who are open beside a funnel's report. Another question starts their list anew and ends the file. */
export const funnelPeopleMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: PeopleQuestion | null };
    tags: 'open';
    children: { list: 'list'; saving: 'saving' };
  },
  actors: { list: peopleListMachine, saving: savePeopleMachine },
  actions: {
    keepQuestion: assign({
      question: (_, params: { question: PeopleQuestion | null }) => params.question,
    }),
    refreshList: sendTo('list', { type: 'list.refresh' }),
    /** A list that could not be read does not take a refresh. */
    retryList: sendTo('list', { type: 'retry' }),
  },
  guards: {
    isChosen: ({ context }) => context.question !== null,
    isNone: (_, params: { question: PeopleQuestion | null }) => params.question === null,
    isAnother: ({ context }, params: { question: PeopleQuestion | null }) =>
      JSON.stringify(context.question) !== JSON.stringify(params.question),
  },
}).createMachine({
  id: 'funnelPeople',
  description: "The people who are open beside a funnel's report.",
  context: ({ input }) => ({ question: input.question }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isChosen', target: 'open' }, { target: 'closed' }] },
    closed: {
      description: 'Nobody is shown.',
      on: {
        'people.show': {
          guard: { type: 'isAnother', params: ({ event }) => event },
          target: 'open',
          actions: { type: 'keepQuestion', params: ({ event }) => event },
        },
      },
    },
    open: {
      description: 'The people behind a figure are listed.',
      tags: 'open',
      invoke: [
        {
          id: 'list',
          src: 'list',
          input: ({ context }) => ({ query: questionOf(context), filter: {} }),
        },
        { id: 'saving', src: 'saving' },
      ],
      on: {
        'people.refresh': { actions: ['refreshList', 'retryList'] },
        'people.show': [
          {
            guard: { type: 'isNone', params: ({ event }) => event },
            target: 'closed',
            actions: { type: 'keepQuestion', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAnother', params: ({ event }) => event },
            target: 'open',
            reenter: true,
            actions: { type: 'keepQuestion', params: ({ event }) => event },
          },
        ],
      },
    },
  },
});

export type FunnelPeopleActor = ActorRefFrom<typeof funnelPeopleMachine>;
export type FunnelPeopleSnapshot = SnapshotFrom<typeof funnelPeopleMachine>;
export type PeopleListActor = PagedListActor<PeopleList>;
export type SavePeopleActor = TaskActor<SavePeople, string>;

function questionOf({ question }: Context): PeopleQuestion {
  if (question) return question;
  throw new Error('People were listed without a question.');
}
