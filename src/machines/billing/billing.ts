import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Billing, Invoice, Plan, Proration, Subscription } from '#contract/billing/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { CardForm, TakeCard } from '#model/billing.ts';
import { injected } from '../kit/injected.ts';

/** Everything the page of billing shows. A failed check of billing is part of the answer, never thrown. */
export type BillingAccount = {
  /** Whether cards are charged here; otherwise the operator sees to the money. */
  isConfigured: boolean;
  plans: Plan[];
  subscription: Subscription | null;
  billing: Billing | null;
  invoices: Invoice[];
};

type Input = { project: number };
type Context = Input & {
  account: BillingAccount | null;
  /** The plan that was chosen last. */
  plan: Plan | null;
  proration: Proration | null;
  isEnding: boolean;
  /** What the bank wants confirmed. */
  secret: string | null;
  /** What Stripe's form needs while another card is taken. */
  form: CardForm | null;
  takeCard: TakeCard | null;
  problem: Problem | null;
};
type Event =
  | { type: 'retry' }
  | { type: 'plan.choose'; plan: Plan }
  | { type: 'plan.confirm' }
  | { type: 'plan.leave' }
  | { type: 'subscription.cancel' }
  | { type: 'subscription.resume' }
  | { type: 'payment.confirm' }
  | { type: 'card.change' }
  | { type: 'card.submit'; takeCard: TakeCard }
  | { type: 'card.leave' }
  | { type: 'problem.dismiss' };

/**
 * What a project pays for and how: its plan, usage, invoices, and every change of them.
 *
 * The status of the subscription is a state, because each says another sentence and allows other acts. Another plan
 * is shown with what it costs before it is taken. A payment that a bank wants confirmed is a state that can be left
 * and come back to: the server, not this page, knows whether it was. Another card is taken by Stripe's form; the one
 * before is charged until the server has the new one.
 */
export const billingMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'settled';
    children: {
      readBilling: 'readBilling';
      subscribe: 'subscribe';
      previewPlan: 'previewPlan';
      changePlan: 'changePlan';
      turnSubscription: 'turnSubscription';
      confirmPayment: 'confirmPayment';
      openCard: 'openCard';
      keepCard: 'keepCard';
    };
  },
  actors: {
    readBilling: injected<BillingAccount, { project: number }>('readBilling'),
    subscribe: injected<Subscription, { project: number; plan: number }>('subscribe'),
    previewPlan: injected<Proration, { subscription: number; plan: number }>('previewPlan'),
    changePlan: injected<Subscription, { subscription: number; proration: Proration }>(
      'changePlan',
    ),
    turnSubscription: injected<Subscription, { subscription: number; isEnding: boolean }>(
      'turnSubscription',
    ),
    confirmPayment: injected<void, { secret: string }>('confirmPayment'),
    openCard: injected<CardForm, { project: number }>('openCard'),
    keepCard: injected<Session, { project: number; takeCard: TakeCard | null }>('keepCard'),
  },
  actions: {
    keepAccount: assign({
      account: (_, params: { account: BillingAccount }) => params.account,
      secret: (_, params: { account: BillingAccount }) =>
        params.account.subscription?.requires_action?.client_secret ?? null,
      problem: null,
    }),
    keepPlan: assign({ plan: (_, params: { plan: Plan }) => params.plan, problem: null }),
    keepProration: assign({
      proration: (_, params: { proration: Proration }) => params.proration,
    }),
    keepEnding: assign({ isEnding: (_, params: { isEnding: boolean }) => params.isEnding }),
    keepSecret: assign({
      secret: (_, params: { subscription: Subscription }) =>
        params.subscription.requires_action?.client_secret ?? null,
    }),
    keepForm: assign({ form: (_, params: { form: CardForm }) => params.form }),
    keepTakeCard: assign({
      takeCard: (_, params: { takeCard: TakeCard }) => params.takeCard,
    }),
    forgetForm: assign({ form: null, takeCard: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    announce: () => {},
  },
  guards: {
    hasNothingToPay: ({ context: { account } }) =>
      account?.subscription === null && !account.isConfigured,
    isUnsubscribed: ({ context: { account } }) => account?.subscription === null,
    isCancelled: ({ context }) => statusOf(context) === 'canceled',
    isIncomplete: ({ context }) => statusOf(context) === 'incomplete',
    isPastDue: ({ context }) => statusOf(context) === 'past_due' || statusOf(context) === 'unpaid',
    isCancelling: ({ context: { account } }) =>
      account?.subscription?.cancel_at_period_end === true,
    isTrial: ({ context }) => statusOf(context) === 'trialing',
    /** Not before its first payment: a plan that is chosen then is another try. */
    hasSubscription: ({ context }) => {
      const status = statusOf(context);
      return status !== null && status !== 'canceled' && status !== 'incomplete';
    },
    takesCards: ({ context: { account } }) => account?.isConfigured === true,
    mustConfirm: ({ context }) => context.secret !== null,
    wantsConfirmation: (_, params: { subscription: Subscription }) =>
      params.subscription.requires_action !== null,
  },
}).createMachine({
  id: 'billing',
  description: 'What a project pays for and how.',
  context: ({ input }) => startOf(input),
  initial: 'loading',
  states: {
    loading: {
      description: 'The subscription is on its way.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readBilling',
        src: 'readBilling',
        input: ({ context }) => ({ project: context.project }),
        onDone: {
          target: 'settled',
          actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      description: 'There is nothing to show, and a reason why.',
      tags: 'failed',
      on: { retry: 'loading' },
    },
    settled: {
      description: 'What is paid and how is on screen.',
      tags: 'settled',
      initial: 'deciding',
      on: {
        'plan.choose': [
          {
            guard: 'hasSubscription',
            target: 'previewing',
            actions: { type: 'keepPlan', params: ({ event }) => ({ plan: event.plan }) },
          },
          {
            target: 'subscribing',
            actions: { type: 'keepPlan', params: ({ event }) => ({ plan: event.plan }) },
          },
        ],
        'payment.confirm': { guard: 'mustConfirm', target: 'requiresAction' },
        'card.change': { guard: 'takesCards', target: 'replacing' },
      },
      states: {
        deciding: {
          always: [
            { guard: 'hasNothingToPay', target: 'notConfigured' },
            { guard: 'isUnsubscribed', target: 'unsubscribed' },
            { guard: 'isCancelled', target: 'cancelled' },
            { guard: 'isIncomplete', target: 'incomplete' },
            { guard: 'isPastDue', target: 'pastDue' },
            { guard: 'isCancelling', target: 'cancelling' },
            { guard: 'isTrial', target: 'trial' },
            { target: 'active' },
          ],
        },
        notConfigured: {
          description: 'No card is charged here and no plan was chosen: nothing is owed.',
        },
        unsubscribed: { description: 'No plan was chosen yet.' },
        trial: {
          description: 'The trial runs; nothing is paid yet.',
          on: { 'subscription.cancel': '#billing.ending' },
        },
        active: {
          description: 'The subscription runs.',
          on: { 'subscription.cancel': '#billing.ending' },
        },
        incomplete: { description: 'The first payment waits for its person.' },
        pastDue: {
          description: 'A payment failed.',
          on: { 'subscription.cancel': '#billing.ending' },
        },
        cancelling: {
          description: 'It ends with its cycle; until then it can be resumed.',
          on: {
            'subscription.resume': {
              target: '#billing.turning',
              actions: { type: 'keepEnding', params: { isEnding: false } },
            },
          },
        },
        cancelled: { description: 'It has ended; a plan begins a new one.' },
      },
    },
    subscribing: {
      description: 'A first plan is being taken.',
      tags: 'busy',
      invoke: {
        id: 'subscribe',
        src: 'subscribe',
        input: ({ context }) => ({ project: context.project, plan: planOf(context).id }),
        onDone: [
          {
            guard: {
              type: 'wantsConfirmation',
              params: ({ event }) => ({ subscription: event.output }),
            },
            target: 'requiresAction',
            actions: {
              type: 'keepSecret',
              params: ({ event }) => ({ subscription: event.output }),
            },
          },
          { target: 'rereading', actions: 'announce' },
        ],
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    previewing: {
      description: 'What another plan costs is being computed.',
      tags: 'busy',
      on: { 'plan.leave': 'settled' },
      invoke: {
        id: 'previewPlan',
        src: 'previewPlan',
        input: ({ context }) => ({
          subscription: subscriptionOf(context).id,
          plan: planOf(context).id,
        }),
        onDone: {
          target: 'confirming',
          actions: {
            type: 'keepProration',
            params: ({ event }) => ({ proration: event.output }),
          },
        },
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirming: {
      description: 'What another plan costs is on screen; nothing has changed.',
      on: { 'plan.confirm': 'processing', 'plan.leave': 'settled' },
    },
    processing: {
      description: 'The chosen plan is being set.',
      tags: 'busy',
      invoke: {
        id: 'changePlan',
        src: 'changePlan',
        input: ({ context }) => ({
          subscription: subscriptionOf(context).id,
          proration: prorationOf(context),
        }),
        onDone: [
          {
            guard: {
              type: 'wantsConfirmation',
              params: ({ event }) => ({ subscription: event.output }),
            },
            target: 'requiresAction',
            actions: {
              type: 'keepSecret',
              params: ({ event }) => ({ subscription: event.output }),
            },
          },
          { target: 'rereading', actions: 'announce' },
        ],
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    requiresAction: {
      description: 'The bank asks its customer to confirm a payment, in a window of its own.',
      tags: 'busy',
      on: { 'plan.leave': 'rereading' },
      invoke: {
        id: 'confirmPayment',
        src: 'confirmPayment',
        input: ({ context }) => ({ secret: secretOf(context) }),
        onDone: { target: 'rereading', actions: 'announce' },
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    ending: {
      description: 'What ending means is said; nothing has happened yet.',
      on: {
        'plan.confirm': {
          target: 'turning',
          actions: { type: 'keepEnding', params: { isEnding: true } },
        },
        'plan.leave': 'settled',
      },
    },
    turning: {
      description: 'The subscription is being ended with its cycle, or resumed.',
      tags: 'busy',
      invoke: {
        id: 'turnSubscription',
        src: 'turnSubscription',
        input: ({ context }) => ({
          subscription: subscriptionOf(context).id,
          isEnding: context.isEnding,
        }),
        onDone: { target: 'rereading', actions: 'announce' },
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    replacing: {
      description: 'Another card is being taken.',
      initial: 'opening',
      exit: 'forgetForm',
      on: { 'card.leave': 'rereading' },
      states: {
        opening: {
          description: "Stripe's form is on its way.",
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'openCard',
            src: 'openCard',
            input: ({ context }) => ({ project: context.project }),
            onDone: {
              target: 'answering',
              actions: { type: 'keepForm', params: ({ event }) => ({ form: event.output }) },
            },
            onError: {
              target: 'unopened',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        unopened: {
          description: "Stripe's form could not be opened.",
          tags: 'failed',
          on: { retry: 'opening' },
        },
        answering: {
          description: "Stripe's form waits for a card.",
          on: {
            'card.submit': {
              target: 'checking',
              actions: {
                type: 'keepTakeCard',
                params: ({ event }) => ({ takeCard: event.takeCard }),
              },
            },
          },
        },
        checking: {
          description: 'Stripe checks the card, then the server takes it.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'keepCard',
            src: 'keepCard',
            input: ({ context }) => ({ project: context.project, takeCard: context.takeCard }),
            onDone: { target: '#billing.rereading', actions: 'announce' },
            onError: {
              target: 'refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'The card was not taken; the one before stays.',
          tags: 'failed',
          on: {
            'card.submit': {
              target: 'checking',
              actions: {
                type: 'keepTakeCard',
                params: ({ event }) => ({ takeCard: event.takeCard }),
              },
            },
          },
        },
      },
    },
    rereading: {
      description: 'Everything is read anew after a change.',
      tags: 'busy',
      invoke: {
        id: 'readBilling',
        src: 'readBilling',
        input: ({ context }) => ({ project: context.project }),
        onDone: {
          target: 'settled',
          actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      description: 'Nothing changed, and why.',
      tags: 'failed',
      on: { 'problem.dismiss': 'rereading' },
    },
  },
});

export type BillingActor = ActorRefFrom<typeof billingMachine>;
export type BillingSnapshot = SnapshotFrom<typeof billingMachine>;

const startOf = (input: Input): Context => ({
  ...input,
  account: null,
  plan: null,
  proration: null,
  isEnding: false,
  secret: null,
  form: null,
  takeCard: null,
  problem: null,
});

const statusOf = ({ account }: Context): Subscription['status'] | null =>
  account?.subscription?.status ?? null;

function planOf({ plan }: Context): Plan {
  if (plan) return plan;
  throw new Error('A plan was taken that nobody chose.');
}

function subscriptionOf({ account }: Context): Subscription {
  if (account?.subscription) return account.subscription;
  throw new Error('A subscription was changed that does not exist.');
}

function prorationOf({ proration }: Context): Proration {
  if (proration) return proration;
  throw new Error('A plan was changed without its price.');
}

function secretOf({ secret }: Context): string {
  if (secret !== null) return secret;
  throw new Error('A payment was confirmed that waits for nobody.');
}
