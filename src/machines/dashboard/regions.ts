import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { StateRow } from '#contract/analytics/report.ts';
import type { Question, StatesQuestion } from '#model/query.ts';
import { loaderOf } from '../kit/loader.ts';

type Context = { question: Question; country: string | null };
type Event =
  | { type: 'query.change'; question: Question }
  | { type: 'country.open'; country: string }
  | { type: 'country.close' };

/**
 * The states that earned money: of every country in the selection, or of the one that was opened.
 *
 * A new period keeps the country, another project does not. The figures belong to the child `rows`.
 */
export const regionsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    children: { rows: 'rows' };
  },
  actors: { rows: loaderOf<StateRow[], StatesQuestion>() },
  actions: {
    keepQuestion: assign({ question: (_, params: { question: Question }) => params.question }),
    keepCountry: assign({ country: (_, params: { country: string }) => params.country }),
    clearCountry: assign({ country: null }),
    ask: sendTo('rows', ({ context }) => ({
      type: 'query.change',
      query: statesQuestion(context),
    })),
  },
  guards: {
    isAnotherProject: ({ context }, params: { question: Question }) =>
      context.question.project !== params.question.project,
  },
}).createMachine({
  id: 'regions',
  description: 'The states that earned money, of every country or of one.',
  context: ({ input }) => ({ question: input.question, country: null }),
  invoke: {
    id: 'rows',
    src: 'rows',
    input: ({ context }) => ({ query: statesQuestion(context) }),
  },
  initial: 'everywhere',
  on: {
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ question: event.question }) },
        target: '.everywhere',
        actions: [
          { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
          'clearCountry',
          'ask',
        ],
      },
      {
        actions: [
          { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
          'ask',
        ],
      },
    ],
    'country.open': {
      target: '.inCountry',
      actions: [
        { type: 'keepCountry', params: ({ event }) => ({ country: event.country }) },
        'ask',
      ],
    },
  },
  states: {
    everywhere: { description: 'The states of every country in the selection.' },
    inCountry: {
      description: 'The states of the country that was opened.',
      on: { 'country.close': { target: 'everywhere', actions: ['clearCountry', 'ask'] } },
    },
  },
});

export type RegionsActor = ActorRefFrom<typeof regionsMachine>;

const statesQuestion = ({ question, country }: Context): StatesQuestion => ({
  ...question,
  country,
});
