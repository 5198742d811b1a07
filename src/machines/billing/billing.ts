import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Billing, Invoice, Plan, Proration, Subscription } from '#contract/billing/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { CardForm, TakeCard } from '#model/billing.ts';
import { injected } from '../kit/injected.ts';

/** The data of the billing page. A failed billing call is part of the data and never throws. */
export type BillingAccount = {
  /** Whether this installation charges cards; otherwise the operator arranges payment. */
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
  /** Stripe's secret of the payment that the bank wants confirmed. */
  secret: string | null;
  /** What Stripe's form needs while the card is replaced. */
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
 * The status of the subscription is a state, because each status has its own text and actions. A plan change shows its
 * price before it is made. A payment that the bank wants confirmed is a state that can be left and reopened: the
 * server, not this page, knows whether it was confirmed. While Stripe's form collects a new card, the old card stays in
 * use until the server has the new one.
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
      setCancellation: 'setCancellation';
      confirmPayment: 'confirmPayment';
      readCardForm: 'readCardForm';
      saveCard: 'saveCard';
    };
  },
  actors: {
    readBilling: injected<BillingAccount, { project: number }>('readBilling'),
    subscribe: injected<Subscription, { project: number; plan: number }>('subscribe'),
    previewPlan: injected<Proration, { subscription: number; plan: number }>('previewPlan'),
    changePlan: injected<Subscription, { subscription: number; proration: Proration }>(
      'changePlan',
    ),
    setCancellation: injected<Subscription, { subscription: number; isEnding: boolean }>(
      'setCancellation',
    ),
    confirmPayment: injected<void, { secret: string }>('confirmPayment'),
    readCardForm: injected<CardForm, { project: number }>('readCardForm'),
    saveCard: injected<Session, { project: number; takeCard: TakeCard | null }>('saveCard'),
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
    /** False until the first payment: choosing a plan then subscribes again. */
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
  description: 'What a project pays: its plan, usage, invoices and card, and every change of them.',
  context: ({ input }) => startOf(input),
  initial: 'loading',
  states: {
    loading: {
      description: 'The billing data is loading.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readBilling',
        src: 'readBilling',
        input: ({ context }) => ({ project: context.project }),
        onDone: {
          target: 'idle',
          actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    failed: {
      description: 'The billing data could not be loaded, and the page says why.',
      tags: 'failed',
      on: { retry: 'loading' },
    },
    idle: {
      description: 'The billing data is on screen.',
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
        'card.change': { guard: 'takesCards', target: 'replacingCard' },
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
          description:
            'This installation charges no cards and no plan was chosen: nothing is owed.',
        },
        unsubscribed: { description: 'No plan was chosen yet.' },
        trial: {
          description: 'The trial is running; nothing is charged yet.',
          on: { 'subscription.cancel': '#billing.confirmingCancellation' },
        },
        active: {
          description: 'The subscription is active.',
          on: { 'subscription.cancel': '#billing.confirmingCancellation' },
        },
        incomplete: { description: 'The first payment is not complete.' },
        pastDue: {
          description: 'A payment failed.',
          on: { 'subscription.cancel': '#billing.confirmingCancellation' },
        },
        cancelling: {
          description:
            'The subscription ends with the billing cycle; it can be resumed until then.',
          on: {
            'subscription.resume': {
              target: '#billing.updatingCancellation',
              actions: { type: 'keepEnding', params: { isEnding: false } },
            },
          },
        },
        cancelled: { description: 'The subscription has ended; choosing a plan starts a new one.' },
      },
    },
    subscribing: {
      description: 'The first plan is being subscribed to.',
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
          { target: 'reloading', actions: 'announce' },
        ],
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    previewing: {
      description: 'The price of the plan change is being calculated.',
      tags: 'busy',
      on: { 'plan.leave': 'idle' },
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
      description: 'The price of the plan change is on screen; nothing has changed yet.',
      on: { 'plan.confirm': 'processing', 'plan.leave': 'idle' },
    },
    processing: {
      description: 'The plan is being changed.',
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
          { target: 'reloading', actions: 'announce' },
        ],
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    requiresAction: {
      description: 'The bank asks the customer to confirm a payment, in a window of its own.',
      tags: 'busy',
      on: { 'plan.leave': 'reloading' },
      invoke: {
        id: 'confirmPayment',
        src: 'confirmPayment',
        input: ({ context }) => ({ secret: secretOf(context) }),
        onDone: { target: 'reloading', actions: 'announce' },
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    confirmingCancellation: {
      description: 'The page explains what the cancellation means; nothing has changed yet.',
      on: {
        'plan.confirm': {
          target: 'updatingCancellation',
          actions: { type: 'keepEnding', params: { isEnding: true } },
        },
        'plan.leave': 'idle',
      },
    },
    updatingCancellation: {
      description: 'The subscription is being cancelled or resumed.',
      tags: 'busy',
      invoke: {
        id: 'setCancellation',
        src: 'setCancellation',
        input: ({ context }) => ({
          subscription: subscriptionOf(context).id,
          isEnding: context.isEnding,
        }),
        onDone: { target: 'reloading', actions: 'announce' },
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    replacingCard: {
      description: 'The card is being replaced.',
      initial: 'loadingForm',
      exit: 'forgetForm',
      on: { 'card.leave': 'reloading' },
      states: {
        loadingForm: {
          description: "Stripe's form is loading.",
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'readCardForm',
            src: 'readCardForm',
            input: ({ context }) => ({ project: context.project }),
            onDone: {
              target: 'editing',
              actions: { type: 'keepForm', params: ({ event }) => ({ form: event.output }) },
            },
            onError: {
              target: 'formFailed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        formFailed: {
          description: "Stripe's form could not be loaded.",
          tags: 'failed',
          on: { retry: 'loadingForm' },
        },
        editing: {
          description: "Stripe's form waits for the new card.",
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
          description: 'Stripe verifies the card, then the server saves it.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'saveCard',
            src: 'saveCard',
            input: ({ context }) => ({ project: context.project, takeCard: context.takeCard }),
            onDone: { target: '#billing.reloading', actions: 'announce' },
            onError: {
              target: 'refused',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        refused: {
          description: 'The new card was not saved; the old one stays.',
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
    reloading: {
      description: 'The billing data is read again after a change.',
      tags: 'busy',
      invoke: {
        id: 'readBilling',
        src: 'readBilling',
        input: ({ context }) => ({ project: context.project }),
        onDone: {
          target: 'idle',
          actions: { type: 'keepAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      description: 'The change failed, and the page says why.',
      tags: 'failed',
      on: { 'problem.dismiss': 'reloading' },
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
  throw new Error('No plan was chosen.');
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
  throw new Error('No payment waits for confirmation.');
}
