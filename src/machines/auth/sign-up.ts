import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Plan } from '#contract/billing/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { Payment, TakeCard } from '#model/billing.ts';
import type { AccountForm, CompanyForm, SignUpDraft, SignUpStep } from '#model/sign-up.ts';
import { injected, injectedListener } from '../kit/injected.ts';
import { emptyDraft, isBefore, ownCompany, progressOf } from './sign-up-model.ts';

/** The result of the first step: a session, or a mail with a link. */
export type RegisterResult = { member: Session } | { mailed: true };

type Input = { member: Session | null };
type Context = Input & {
  draft: SignUpDraft;
  /** The step in the address. */
  requestedStep: SignUpStep;
  account: AccountForm | null;
  company: CompanyForm | null;
  /** The saved company, if there is one. */
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
 * The server says which step is next; the address says which step the user wants, but it never skips a step. The first
 * step turns a guest into a member, so this machine ends there and starts again for the member; only the draft carries
 * over. A completed step can be visited again.
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
    register: injected<RegisterResult, { account: AccountForm }>('register'),
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
    keepRequestedStep: assign({ requestedStep: (_, params: { step: SignUpStep }) => params.step }),
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
    /** Opens a step as a new page. */
    go: (_, _params: { step: SignUpStep }) => {},
    /** Replaces an address whose step is not open yet. */
    correct: (_, _params: { step: SignUpStep }) => {},
    enter: (_, _params: { member: Session }) => {},
    finish: (_, _params: { member: Session | null }) => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { step: SignUpStep }) =>
      context.requestedStep !== params.step,
    isGuest: ({ context }) => context.member === null,
    isMailed: ({ context }) => context.member === null && context.draft.mailed,
    isCompleted: ({ context }) => progressOf(context.member) === 'completed',
    isAtCompany: ({ context }) => progressOf(context.member) === 'company',
    wantsCompany: ({ context }) => context.requestedStep === 'company',
    wantsPayment: ({ context }) =>
      context.requestedStep === 'payment' || progressOf(context.member) === 'payment',
    hasPaid: ({ context }) => isBefore('payment', progressOf(context.member)),
    isNewCompany: ({ context }) => context.project === null,
    isMade: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'conflict',
    isMember: (_, params: { registered: RegisterResult }) => 'member' in params.registered,
  },
}).createMachine({
  id: 'signUp',
  description: 'The sign-up in four steps: account, company, payment and plan.',
  context: ({ input }) => startOf(input),
  invoke: { id: 'address', src: 'address' },
  initial: 'recalling',
  on: {
    'step.visited': {
      guard: { type: 'isElsewhere', params: ({ event }) => ({ step: event.step }) },
      target: '.deciding',
      actions: { type: 'keepRequestedStep', params: ({ event }) => ({ step: event.step }) },
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
      description: 'Reading the stored draft.',
      tags: ['busy', 'reading'],
      on: {
        'step.visited': {
          actions: { type: 'keepRequestedStep', params: ({ event }) => ({ step: event.step }) },
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
        { guard: 'isCompleted', target: 'completed' },
        { guard: 'isAtCompany', target: 'company.editing' },
        { guard: 'wantsCompany', target: 'company' },
        { guard: 'wantsPayment', target: 'payment' },
        { target: 'subscription' },
      ],
    },
    account: {
      description: "The user's name, email address and password.",
      entry: [
        { type: 'keepRequestedStep', params: { step: 'account' } },
        { type: 'correct', params: { step: 'account' } },
      ],
      initial: 'editing',
      states: {
        editing: {
          description: 'The account form is open.',
          on: {
            'account.submit': {
              target: 'submitting',
              actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.account }) },
            },
          },
        },
        submitting: {
          description: 'The account is being created.',
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
          description: 'The account was not created, and the form says why.',
          tags: 'failed',
          on: {
            'account.submit': {
              target: 'submitting',
              actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.account }) },
            },
          },
        },
        entering: { description: 'The new member is being signed in.', tags: 'busy' },
      },
    },
    mailed: {
      description: 'The email address must be confirmed by the link in the mail.',
      entry: [
        { type: 'keepRequestedStep', params: { step: 'account' } },
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
      description: 'The company that the figures belong to.',
      entry: [
        { type: 'keepRequestedStep', params: { step: 'company' } },
        { type: 'correct', params: { step: 'company' } },
      ],
      initial: 'reading',
      states: {
        reading: {
          description: 'The company exists and can be changed.',
          tags: ['busy', 'reading'],
          entry: 'clearProblem',
          invoke: {
            id: 'readCompany',
            src: 'readCompany',
            input: ({ context }) => ({ id: projectIdOf(context) }),
            onDone: {
              target: 'editing',
              actions: { type: 'keepProject', params: ({ event }) => ({ project: event.output }) },
            },
            onError: {
              target: 'loadFailed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loadFailed: {
          description: 'The company could not be loaded; it can be retried.',
          tags: ['failed', 'reading'],
          on: { retry: 'reading' },
        },
        editing: {
          description: 'The company form is open.',
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
          description: 'The company is being created, or another tab already created it.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'createCompany',
            src: 'createCompany',
            input: ({ context }) => ({ company: companyOf(context) }),
            onDone: {
              target: '#signUp.readingProgress',
              actions: [
                { type: 'keepProject', params: ({ event }) => ({ project: event.output }) },
                { type: 'go', params: { step: 'payment' } },
                { type: 'keepRequestedStep', params: { step: 'payment' } },
              ],
            },
            onError: [
              {
                guard: { type: 'isMade', params: ({ event }) => ({ error: event.error }) },
                target: '#signUp.readingProgress',
                actions: [
                  { type: 'go', params: { step: 'payment' } },
                  { type: 'keepRequestedStep', params: { step: 'payment' } },
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
                { type: 'keepRequestedStep', params: { step: 'payment' } },
              ],
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The company was not saved, and the form says why.',
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
      description: 'How the company pays: by card, or by agreement with the operator.',
      entry: [
        { type: 'keepRequestedStep', params: { step: 'payment' } },
        { type: 'correct', params: { step: 'payment' } },
      ],
      initial: 'reading',
      states: {
        reading: {
          description: 'The payment options are loading.',
          tags: ['busy', 'reading'],
          entry: 'clearProblem',
          invoke: {
            id: 'readPayment',
            src: 'readPayment',
            input: ({ context }) => ({ project: projectIdOf(context) }),
            onDone: {
              target: 'editing',
              actions: { type: 'keepPayment', params: ({ event }) => ({ payment: event.output }) },
            },
            onError: {
              target: 'loadFailed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loadFailed: {
          description: 'The payment options could not be loaded; they can be retried.',
          tags: ['failed', 'reading'],
          on: { retry: 'reading' },
        },
        editing: {
          description: 'The payment form is open.',
          on: {
            'payment.submit': [
              {
                guard: 'hasPaid',
                target: '#signUp.deciding',
                actions: [
                  { type: 'go', params: { step: 'subscription' } },
                  { type: 'keepRequestedStep', params: { step: 'subscription' } },
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
                { type: 'keepRequestedStep', params: { step: 'subscription' } },
              ],
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The payment was not confirmed, and the form says why.',
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
      description: 'The plan of the company.',
      entry: [
        { type: 'keepRequestedStep', params: { step: 'subscription' } },
        { type: 'correct', params: { step: 'subscription' } },
      ],
      initial: 'reading',
      states: {
        reading: {
          description: 'The plans are loading.',
          tags: ['busy', 'reading'],
          entry: 'clearProblem',
          invoke: {
            id: 'readPlans',
            src: 'readPlans',
            onDone: {
              target: 'editing',
              actions: { type: 'keepPlans', params: ({ event }) => ({ plans: event.output }) },
            },
            onError: {
              target: 'loadFailed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        loadFailed: {
          description: 'The plans could not be loaded; they can be retried.',
          tags: ['failed', 'reading'],
          on: { retry: 'reading' },
        },
        editing: {
          description: 'A plan can be chosen.',
          on: {
            'plan.submit': {
              target: 'submitting',
              actions: { type: 'keepPlan', params: ({ event }) => ({ plan: event.plan }) },
            },
          },
        },
        submitting: {
          description: 'The plan is being subscribed to.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'subscribe',
            src: 'subscribe',
            input: ({ context }) => ({ project: projectIdOf(context), plan: context.plan }),
            onDone: '#signUp.readingProgress',
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The subscription failed, and the page says why.',
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
    readingProgress: {
      description: 'A step was saved; the next step is being read from the server.',
      tags: ['busy', 'reading'],
      on: {
        'step.visited': {
          actions: { type: 'keepRequestedStep', params: ({ event }) => ({ step: event.step }) },
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
          target: 'progressUnknown',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    progressUnknown: {
      description: 'A step was saved, but the next step could not be read.',
      tags: ['failed', 'reading'],
      on: {
        retry: 'readingProgress',
        'step.visited': {
          actions: { type: 'keepRequestedStep', params: ({ event }) => ({ step: event.step }) },
        },
      },
    },
    completed: {
      description: 'The sign-up is complete; the dashboard opens.',
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
  draft: emptyDraft,
  requestedStep: 'account',
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

function memberIn(registered: RegisterResult): Session {
  if ('member' in registered) return registered.member;
  throw new Error('No member was signed in.');
}
