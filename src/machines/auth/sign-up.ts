import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Plan } from '#contract/billing/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { Payment, TakeCard } from '#model/billing.ts';
import type { AccountForm, CompanyForm, SignUpDraft, SignUpStep } from '#model/sign-up.ts';
import { injected, injectedListener } from '../kit/injected.ts';
import { isBefore, nothingTyped, ownCompany, stepAt } from './sign-up-model.ts';

/** What an answer to the first step is: a session, or a mail that leads to one. */
export type Registered = { member: Session } | { mailed: true };

type Input = { member: Session | null };
type Context = Input & {
  draft: SignUpDraft;
  /** The step the address asks for. */
  asked: SignUpStep;
  account: AccountForm | null;
  company: CompanyForm | null;
  /** The company as it stands, once there is one. */
  project: Project | null;
  payment: Payment;
  takeCard: TakeCard | null;
  plans: Plan[];
  plan: number;
  problem: Problem | null;
};
type Event =
  | { type: 'step.visited'; step: SignUpStep }
  | { type: 'draft.change'; draft: Partial<SignUpDraft> }
  | { type: 'account.submit'; account: AccountForm }
  | { type: 'account.change' }
  | { type: 'company.submit'; company: CompanyForm }
  | { type: 'payment.submit'; takeCard: TakeCard | null }
  | { type: 'plan.submit'; plan: number }
  | { type: 'retry' };

/**
 * The sign-up: an account, a company, how it pays, and its plan.
 *
 * The server says how far somebody is; the address says where they want to be, and nobody gets past the server's word.
 * The first step makes a member of a guest, so this machine ends there and starts anew for the member: what joins both
 * lives is the draft. A step that was passed can be visited again.
 */
export const signUpMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'reading';
    children: {
      address: 'address';
      recallDraft: 'recallDraft';
      register: 'register';
      readCompany: 'readCompany';
      createCompany: 'createCompany';
      changeCompany: 'changeCompany';
      checkSession: 'checkSession';
      readPayment: 'readPayment';
      confirmPayment: 'confirmPayment';
      readPlans: 'readPlans';
      subscribe: 'subscribe';
    };
  },
  actors: {
    address: injectedListener<{ type: 'step.visited'; step: SignUpStep }>('address'),
    recallDraft: injected<SignUpDraft, void>('recallDraft'),
    register: injected<Registered, { account: AccountForm }>('register'),
    readCompany: injected<Project, { id: number }>('readCompany'),
    createCompany: injected<Project, { company: CompanyForm }>('createCompany'),
    changeCompany: injected<Project, { id: number; company: CompanyForm }>('changeCompany'),
    checkSession: injected<Session, { token: string | null }>('checkSession'),
    readPayment: injected<Payment, { project: number }>('readPayment'),
    confirmPayment: injected<Session, { project: number; takeCard: TakeCard | null }>(
      'confirmPayment',
    ),
    readPlans: injected<Plan[], void>('readPlans'),
    subscribe: injected<void, { project: number; plan: number }>('subscribe'),
  },
  actions: {
    keepDraft: assign({
      draft: ({ context }, params: { draft: Partial<SignUpDraft> }) => ({
        ...context.draft,
        ...params.draft,
      }),
    }),
    rememberDraft: (_, _params: { draft: SignUpDraft }) => {},
    forgetDraft: () => {},
    keepAsked: assign({ asked: (_, params: { step: SignUpStep }) => params.step }),
    keepAccount: assign({ account: (_, params: { account: AccountForm }) => params.account }),
    forgetAccount: assign({ account: null }),
    keepCompany: assign({ company: (_, params: { company: CompanyForm }) => params.company }),
    keepProject: assign({ project: (_, params: { project: Project }) => params.project }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPayment: assign({ payment: (_, params: { payment: Payment }) => params.payment }),
    keepCard: assign({ takeCard: (_, params: { takeCard: TakeCard | null }) => params.takeCard }),
    keepPlans: assign({ plans: (_, params: { plans: Plan[] }) => params.plans }),
    keepPlan: assign({ plan: (_, params: { plan: number }) => params.plan }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    /** Leads on to a step, as a page of its own. */
    go: (_, _params: { step: SignUpStep }) => {},
    /** Puts the address right where it asks for a step that is not reached. */
    correct: (_, _params: { step: SignUpStep }) => {},
    enter: (_, _params: { member: Session }) => {},
    finish: (_, _params: { member: Session | null }) => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { step: SignUpStep }) => context.asked !== params.step,
    isGuest: ({ context }) => context.member === null,
    isMailed: ({ context }) => context.member === null && context.draft.mailed,
    isThrough: ({ context }) => stepAt(context.member) === 'through',
    isAtCompany: ({ context }) => stepAt(context.member) === 'company',
    wantsCompany: ({ context }) => context.asked === 'company',
    wantsPayment: ({ context }) =>
      context.asked === 'payment' || stepAt(context.member) === 'payment',
    hasPaid: ({ context }) => isBefore('payment', stepAt(context.member)),
    isNewCompany: ({ context }) => context.project === null,
    isMade: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'conflict',
    isMember: (_, params: { registered: Registered }) => 'member' in params.registered,
  },
}).createMachine({
  id: 'signUp',
  description: 'An account, a company, how it pays, and its plan.',
  context: ({ input }) => startOf(input),
  invoke: { id: 'address', src: 'address' },
  initial: 'recalling',
  on: {
    'step.visited': {
      guard: { type: 'isElsewhere', params: ({ event }) => ({ step: event.step }) },
      target: '.deciding',
      actions: { type: 'keepAsked', params: ({ event }) => ({ step: event.step }) },
    },
    'draft.change': {
      actions: [
        { type: 'keepDraft', params: ({ event }) => ({ draft: event.draft }) },
        { type: 'rememberDraft', params: ({ context }) => ({ draft: context.draft }) },
      ],
    },
  },
  states: {
    recalling: {
      description: 'Reading what was typed before a reload.',
      tags: ['busy', 'reading'],
      on: {
        'step.visited': {
          actions: { type: 'keepAsked', params: ({ event }) => ({ step: event.step }) },
        },
      },
      invoke: {
        id: 'recallDraft',
        src: 'recallDraft',
        onDone: {
          target: 'deciding',
          actions: { type: 'keepDraft', params: ({ event }) => ({ draft: event.output }) },
        },
        onError: 'deciding',
      },
    },
    deciding: {
      entry: 'clearProblem',
      always: [
        { guard: 'isMailed', target: 'mailed' },
        { guard: 'isGuest', target: 'account' },
        { guard: 'isThrough', target: 'through' },
        { guard: 'isAtCompany', target: 'company.answering' },
        { guard: 'wantsCompany', target: 'company' },
        { guard: 'wantsPayment', target: 'payment' },
        { target: 'subscription' },
      ],
    },
    account: {
      description: 'Who somebody is, and how they will sign in.',
      entry: [
        { type: 'keepAsked', params: { step: 'account' } },
        { type: 'correct', params: { step: 'account' } },
      ],
      initial: 'answering',
      states: {
        answering: {
          description: 'The form of the account is open.',
          on: {
            'account.submit': {
              target: 'submitting',
              actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.account }) },
            },
          },
        },
        submitting: {
          description: 'The account is being made.',
          tags: 'busy',
          entry: 'clearProblem',
          exit: 'forgetAccount',
          invoke: {
            id: 'register',
            src: 'register',
            input: ({ context }) => ({ account: accountOf(context) }),
            onDone: [
              {
                guard: {
                  type: 'isMember',
                  params: ({ event }) => ({ registered: event.output }),
                },
                target: 'entering',
                actions: [
                  { type: 'go', params: { step: 'company' } },
                  { type: 'enter', params: ({ event }) => ({ member: memberIn(event.output) }) },
                ],
              },
              {
                target: '#signUp.mailed',
                actions: [
                  { type: 'keepDraft', params: { draft: { mailed: true } } },
                  { type: 'rememberDraft', params: ({ context }) => ({ draft: context.draft }) },
                ],
              },
            ],
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'There is no account yet, and a reason why.',
          tags: 'failed',
          on: {
            'account.submit': {
              target: 'submitting',
              actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.account }) },
            },
          },
        },
        entering: { description: 'A new member is being let in.', tags: 'busy' },
      },
    },
    mailed: {
      description: 'The address is to be proved: the link in the mail goes on from here.',
      entry: [
        { type: 'keepAsked', params: { step: 'account' } },
        { type: 'correct', params: { step: 'account' } },
      ],
      on: {
        'account.change': {
          target: 'account',
          actions: [
            { type: 'keepDraft', params: { draft: { mailed: false } } },
            { type: 'rememberDraft', params: ({ context }) => ({ draft: context.draft }) },
          ],
        },
      },
    },
    company: {
      description: 'The company whose figures these will be.',
      entry: [
        { type: 'keepAsked', params: { step: 'company' } },
        { type: 'correct', params: { step: 'company' } },
      ],
      initial: 'reading',
      states: {
        reading: {
          description: 'The company is there already and may be changed.',
          tags: ['busy', 'reading'],
          entry: 'clearProblem',
          invoke: {
            id: 'readCompany',
            src: 'readCompany',
            input: ({ context }) => ({ id: projectIdOf(context) }),
            onDone: {
              target: 'answering',
              actions: { type: 'keepProject', params: ({ event }) => ({ project: event.output }) },
            },
            onError: {
              target: 'unread',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unread: {
          description: 'The company could not be read; it can be asked for again.',
          tags: ['failed', 'reading'],
          on: { retry: 'reading' },
        },
        answering: {
          description: 'The form of the company is open.',
          on: {
            'company.submit': [
              {
                guard: 'isNewCompany',
                target: 'creating',
                actions: {
                  type: 'keepCompany',
                  params: ({ event }) => ({ company: event.company }),
                },
              },
              {
                target: 'changing',
                actions: {
                  type: 'keepCompany',
                  params: ({ event }) => ({ company: event.company }),
                },
              },
            ],
          },
        },
        creating: {
          description: 'The company is being made; where another tab was faster, it is there.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'createCompany',
            src: 'createCompany',
            input: ({ context }) => ({ company: companyOf(context) }),
            onDone: {
              target: '#signUp.locating',
              actions: [
                { type: 'keepProject', params: ({ event }) => ({ project: event.output }) },
                { type: 'go', params: { step: 'payment' } },
                { type: 'keepAsked', params: { step: 'payment' } },
              ],
            },
            onError: [
              {
                guard: { type: 'isMade', params: ({ event }) => ({ error: event.error }) },
                target: '#signUp.locating',
                actions: [
                  { type: 'go', params: { step: 'payment' } },
                  { type: 'keepAsked', params: { step: 'payment' } },
                ],
              },
              {
                target: 'failed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        changing: {
          description: 'The company is being changed.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'changeCompany',
            src: 'changeCompany',
            input: ({ context }) => ({
              id: projectIdOf(context),
              company: companyOf(context),
            }),
            onDone: {
              target: '#signUp.deciding',
              actions: [
                { type: 'keepProject', params: ({ event }) => ({ project: event.output }) },
                { type: 'go', params: { step: 'payment' } },
                { type: 'keepAsked', params: { step: 'payment' } },
              ],
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The company was not saved, and a reason why.',
          tags: 'failed',
          on: {
            'company.submit': [
              {
                guard: 'isNewCompany',
                target: 'creating',
                actions: {
                  type: 'keepCompany',
                  params: ({ event }) => ({ company: event.company }),
                },
              },
              {
                target: 'changing',
                actions: {
                  type: 'keepCompany',
                  params: ({ event }) => ({ company: event.company }),
                },
              },
            ],
          },
        },
      },
    },
    payment: {
      description: 'How the company pays: a card, or nothing where the operator sees to it.',
      entry: [
        { type: 'keepAsked', params: { step: 'payment' } },
        { type: 'correct', params: { step: 'payment' } },
      ],
      initial: 'reading',
      states: {
        reading: {
          description: 'How it can be paid is on its way.',
          tags: ['busy', 'reading'],
          entry: 'clearProblem',
          invoke: {
            id: 'readPayment',
            src: 'readPayment',
            input: ({ context }) => ({ project: projectIdOf(context) }),
            onDone: {
              target: 'answering',
              actions: { type: 'keepPayment', params: ({ event }) => ({ payment: event.output }) },
            },
            onError: {
              target: 'unread',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unread: {
          description: 'How it can be paid could not be read; it can be asked for again.',
          tags: ['failed', 'reading'],
          on: { retry: 'reading' },
        },
        answering: {
          description: 'The payment can be confirmed.',
          on: {
            'payment.submit': [
              {
                guard: 'hasPaid',
                target: '#signUp.deciding',
                actions: [
                  { type: 'go', params: { step: 'subscription' } },
                  { type: 'keepAsked', params: { step: 'subscription' } },
                ],
              },
              {
                target: 'submitting',
                actions: {
                  type: 'keepCard',
                  params: ({ event }) => ({ takeCard: event.takeCard }),
                },
              },
            ],
          },
        },
        submitting: {
          description: 'The payment is being confirmed.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'confirmPayment',
            src: 'confirmPayment',
            input: ({ context }) => ({
              project: projectIdOf(context),
              takeCard: context.takeCard,
            }),
            onDone: {
              target: '#signUp.deciding',
              actions: [
                { type: 'keepMember', params: ({ event }) => ({ member: event.output }) },
                { type: 'go', params: { step: 'subscription' } },
                { type: 'keepAsked', params: { step: 'subscription' } },
              ],
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The payment was not confirmed, and a reason why.',
          tags: 'failed',
          on: {
            'payment.submit': {
              target: 'submitting',
              actions: { type: 'keepCard', params: ({ event }) => ({ takeCard: event.takeCard }) },
            },
          },
        },
      },
    },
    subscription: {
      description: 'Which plan the company takes.',
      entry: [
        { type: 'keepAsked', params: { step: 'subscription' } },
        { type: 'correct', params: { step: 'subscription' } },
      ],
      initial: 'reading',
      states: {
        reading: {
          description: 'The plans are on their way.',
          tags: ['busy', 'reading'],
          entry: 'clearProblem',
          invoke: {
            id: 'readPlans',
            src: 'readPlans',
            onDone: {
              target: 'answering',
              actions: { type: 'keepPlans', params: ({ event }) => ({ plans: event.output }) },
            },
            onError: {
              target: 'unread',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unread: {
          description: 'The plans could not be read; they can be asked for again.',
          tags: ['failed', 'reading'],
          on: { retry: 'reading' },
        },
        answering: {
          description: 'A plan can be chosen.',
          on: {
            'plan.submit': {
              target: 'submitting',
              actions: { type: 'keepPlan', params: ({ event }) => ({ plan: event.plan }) },
            },
          },
        },
        submitting: {
          description: 'The plan is being taken.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'subscribe',
            src: 'subscribe',
            input: ({ context }) => ({ project: projectIdOf(context), plan: context.plan }),
            onDone: '#signUp.locating',
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The plan was not taken, and a reason why.',
          tags: 'failed',
          on: {
            'plan.submit': {
              target: 'submitting',
              actions: { type: 'keepPlan', params: ({ event }) => ({ plan: event.plan }) },
            },
          },
        },
      },
    },
    locating: {
      description: 'Something was stored; the server says how far that leads.',
      tags: ['busy', 'reading'],
      on: {
        'step.visited': {
          actions: { type: 'keepAsked', params: ({ event }) => ({ step: event.step }) },
        },
      },
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        input: ({ context }) => ({ token: context.member?.token ?? null }),
        onDone: {
          target: 'deciding',
          actions: { type: 'keepMember', params: ({ event }) => ({ member: event.output }) },
        },
        onError: {
          target: 'lost',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    lost: {
      description: 'What was stored is stored; how far it leads is not known yet.',
      tags: ['failed', 'reading'],
      on: {
        retry: 'locating',
        'step.visited': {
          actions: { type: 'keepAsked', params: ({ event }) => ({ step: event.step }) },
        },
      },
    },
    through: {
      description: 'Everything is there: the dashboard is next.',
      tags: ['busy', 'reading'],
      entry: [
        'forgetDraft',
        { type: 'finish', params: ({ context }) => ({ member: context.member }) },
      ],
    },
  },
});

export type SignUpActor = ActorRefFrom<typeof signUpMachine>;
export type SignUpSnapshot = SnapshotFrom<typeof signUpMachine>;

const startOf = ({ member }: Input): Context => ({
  member,
  draft: nothingTyped,
  asked: 'account',
  account: null,
  company: null,
  project: null,
  payment: { kind: 'manual' },
  takeCard: null,
  plans: [],
  plan: 0,
  problem: null,
});

function accountOf({ account }: Context): AccountForm {
  if (account) return account;
  throw new Error('An account was asked for without answers.');
}

function companyOf({ company }: Context): CompanyForm {
  if (company) return company;
  throw new Error('A company was asked for without answers.');
}

function projectIdOf({ project, member }: Context): number {
  const id = project?.id ?? ownCompany(member);
  if (id !== null) return id;
  throw new Error('The company was asked for before there was one.');
}

function memberIn(registered: Registered): Session {
  if ('member' in registered) return registered.member;
  throw new Error('Nobody was let in.');
}
