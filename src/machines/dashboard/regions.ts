import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { StateRow } from '#contract/analytics/report.ts';
import type { Question, StatesQuestion } from '#model/query.ts';
import { loaderOf } from '../kit/loader.ts';

type Context = { question: Question; country: string | null };
type Event =
  | { type: 'query.change'; question: Question }
  | { type: 'country.open'; country: string }
  | { type: 'country.close' };

/** A new period keeps the country, another project does not. The child `rows` loads the figures. */
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
    queryRows: sendTo('rows', ({ context }) => ({
      type: 'query.change',
      query: regionsQuestion(context),
    })),
  },
  guards: {
    isAnotherProject: ({ context }, params: { question: Question }) =>
      context.question.project !== params.question.project,
  },
}).createMachine({
  id: 'regions',
  description: 'The states with revenue, of every selected country or of one.',
  context: ({ input }) => ({ question: input.question, country: null }),
  invoke: {
    id: 'rows',
    src: 'rows',
    input: ({ context }) => ({ query: regionsQuestion(context) }),
  },
  initial: 'allCountries',
  on: {
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ question: event.question }) },
        target: '.allCountries',
        actions: [
          { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
          'clearCountry',
          'queryRows',
        ],
      },
      {
        actions: [
          { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
          'queryRows',
        ],
      },
    ],
    'country.open': {
      target: '.oneCountry',
      actions: [
        { type: 'keepCountry', params: ({ event }) => ({ country: event.country }) },
        'queryRows',
      ],
    },
  },
  states: {
    allCountries: { description: 'The states of every selected country.' },
    oneCountry: {
      description: 'The states of the opened country.',
      on: { 'country.close': { target: 'allCountries', actions: ['clearCountry', 'queryRows'] } },
    },
  },
});

export type RegionsActor = ActorRefFrom<typeof regionsMachine>;

const regionsQuestion = ({ question, country }: Context): StatesQuestion => ({
  ...question,
  country,
});
