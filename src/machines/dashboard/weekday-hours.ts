import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import type { Question } from '#model/query.ts';
import { loaderOf } from '../kit/loader.ts';

/** The figures that the hours of a week are compared by. */
export const heatMeasures = [
  'revenue',
  'conversions',
  'clicks',
  'conversion_rate',
  'epc',
  'aov',
] as const satisfies readonly (keyof WeekdayHour)[];
export type HeatMeasure = (typeof heatMeasures)[number];

type Context = { question: Question; measure: HeatMeasure };
type Event =
  | { type: 'query.change'; question: Question }
  | { type: 'panel.open' }
  | { type: 'measure.choose'; measure: HeatMeasure };

/** The hours of the week are read when a person opens them, so that the dashboard opens without waiting for them. */
export const weekdayHoursMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    children: { rows: 'rows' };
  },
  actors: { rows: loaderOf<WeekdayHour[], Question>() },
  actions: {
    keepQuestion: assign({ question: (_, params: { question: Question }) => params.question }),
    keepMeasure: assign({ measure: (_, params: { measure: HeatMeasure }) => params.measure }),
    queryRows: sendTo('rows', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
  },
}).createMachine({
  id: 'weekdayHours',
  description: 'The figures of each hour of each weekday, compared by one of them.',
  context: ({ input }) => ({ question: input.question, measure: 'revenue' }),
  initial: 'closed',
  states: {
    closed: {
      description: 'Nothing has been read yet.',
      on: {
        'query.change': {
          actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
        },
        'panel.open': 'open',
      },
    },
    open: {
      description: 'The child `rows` loads the figures.',
      invoke: {
        id: 'rows',
        src: 'rows',
        input: ({ context }) => ({ query: context.question }),
      },
      on: {
        'query.change': {
          actions: [
            { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
            'queryRows',
          ],
        },
        'measure.choose': {
          actions: { type: 'keepMeasure', params: ({ event }) => ({ measure: event.measure }) },
        },
      },
    },
  },
});

export type WeekdayHoursActor = ActorRefFrom<typeof weekdayHoursMachine>;
