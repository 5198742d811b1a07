import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from './injected.ts';

type Context<Answers, Outcome> = {
  answers: Answers | null;
  outcome: Outcome | null;
  problem: Problem | null;
};
type Event<Answers> = { type: 'answers.submit'; answers: Answers };

/**
 * A form that a guest sends once: for a link to a new password, for the new password, or to verify an email address.
 *
 * Refused answers can be sent again. After accepted answers the page only shows its last text; `follow` runs the
 * effects that belong to them, such as a redirect.
 */
export const submissionOf = <Answers, Outcome>() =>
  setup({
    types: {} as {
      context: Context<Answers, Outcome>;
      events: Event<Answers>;
      tags: 'busy' | 'failed' | 'done';
      children: { submit: 'submit' };
    },
    actors: { submit: injected<Outcome, { answers: Answers }>('submit') },
    actions: {
      keepAnswers: assign({ answers: (_, params: { answers: Answers }) => params.answers }),
      keepOutcome: assign({ outcome: (_, params: { outcome: Outcome }) => params.outcome }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
      follow: (_, _params: { outcome: Outcome }) => {},
    },
  }).createMachine({
    id: 'submission',
    description: 'A form that a guest sends once.',
    context: { answers: null, outcome: null, problem: null },
    initial: 'answering',
    states: {
      answering: {
        description: 'The form is open.',
        on: {
          'answers.submit': {
            target: 'submitting',
            actions: { type: 'keepAnswers', params: ({ event }) => ({ answers: event.answers }) },
          },
        },
      },
      submitting: {
        description: 'The answers are being sent.',
        tags: 'busy',
        entry: 'clearProblem',
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context }) => ({ answers: answersOf(context) }),
          onDone: {
            target: 'done',
            actions: [
              { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
              { type: 'follow', params: ({ event }) => ({ outcome: event.output }) },
            ],
          },
          onError: {
            target: 'refused',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      refused: {
        description: 'The answers were refused; the page shows the reason and can send them again.',
        tags: 'failed',
        on: {
          'answers.submit': {
            target: 'submitting',
            actions: { type: 'keepAnswers', params: ({ event }) => ({ answers: event.answers }) },
          },
        },
      },
      done: {
        description: 'The answers were accepted; the page shows the next step.',
        tags: 'done',
      },
    },
  });

export type SubmissionMachine<Answers, Outcome> = ReturnType<typeof submissionOf<Answers, Outcome>>;
export type SubmissionActor<Answers, Outcome> = ActorRefFrom<SubmissionMachine<Answers, Outcome>>;
export type SubmissionSnapshot<Answers, Outcome> = SnapshotFrom<
  SubmissionMachine<Answers, Outcome>
>;

function answersOf<Answers>({ answers }: { answers: Answers | null }): Answers {
  if (answers !== null) return answers;
  throw new Error('A form was sent without answers.');
}
