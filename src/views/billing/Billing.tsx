import { useSelector } from '@xstate/react';
import { mapState } from 'xstate';
import { type Billing as Bill, type Plan, usageWarnings } from '#contract/billing/schemas.ts';
import type { BillingAccount, BillingActor, BillingSnapshot } from '#machines/billing/billing.ts';
import { Button } from '../kit/Button.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count, day, none, percent } from '../kit/format.ts';
import { Section } from '../kit/Section.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { Invoices } from './Invoices.tsx';
import { PayingCard } from './PayingCard.tsx';
import { PlanPreview } from './PlanPreview.tsx';
import { limitsOf, priceOf } from './prices.ts';

type State =
  | 'notConfigured'
  | 'unsubscribed'
  | 'trial'
  | 'active'
  | 'incomplete'
  | 'pastDue'
  | 'cancelling'
  | 'cancelled';

/** The billing page of a project: plan, usage, invoices and plan changes. */
export function Billing({
  actor,
  mayChange,
  mayReplace,
}: {
  actor: BillingActor;
  mayChange: boolean;
  /** Whether the role may replace the card. */
  mayReplace: boolean;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const refused = useSelector(actor, (snapshot) => snapshot.matches('refused'));
  const { account, problem } = useSelector(actor, ({ context }) => context);
  if (failed && problem) {
    return (
      <Section name="Billing">
        <Failed problem={problem} name="billing" onRetry={() => actor.send({ type: 'retry' })} />
      </Section>
    );
  }
  if (!account) {
    return (
      <Section name="Billing" busy>
        <TableSkeleton rows={4} columns={3} />
      </Section>
    );
  }
  return (
    <>
      <Section name="Billing" busy={busy}>
        {refused && problem ? (
          <ErrorNotice
            problem={problem}
            action="Dismiss"
            onAction={() => actor.send({ type: 'problem.dismiss' })}
          />
        ) : null}
        <Current actor={actor} account={account} mayChange={mayChange} />
      </Section>
      {account.isConfigured ? <PayingCard actor={actor} mayReplace={mayReplace} /> : null}
      {account.billing ? <Usage bill={account.billing} /> : null}
      <Plans actor={actor} account={account} mayChange={mayChange} />
      {account.subscription && mayChange ? <Invoices invoices={account.invoices} /> : null}
      <Questions actor={actor} />
    </>
  );
}

function Current({
  actor,
  account,
  mayChange,
}: {
  actor: BillingActor;
  account: BillingAccount;
  mayChange: boolean;
}) {
  const state = useSelector(actor, stateOf);
  const mayCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'subscription.cancel' }));
  // The button stays during the question, so that it can get the focus back.
  const showsCancel = useSelector(
    actor,
    (snapshot) =>
      snapshot.matches('confirmingCancellation') || snapshot.can({ type: 'subscription.cancel' }),
  );
  const mayResume = useSelector(actor, (snapshot) => snapshot.can({ type: 'subscription.resume' }));
  const mayConfirm = useSelector(actor, (snapshot) => snapshot.can({ type: 'payment.confirm' }));
  const { subscription, billing, isConfigured } = account;
  const ends = subscription ? day(subscription.current_period_end) : none;
  return (
    <div className="settings-form">
      {subscription ? (
        <p className="settings-plan">
          <strong>{subscription.plan.name}</strong> {priceOf(subscription.plan)}
        </p>
      ) : null}
      <p data-state={state}>{sentences(ends)[state]}</p>
      {isConfigured ? null : (
        <p className="settings-note">
          No billing is configured here: no card is asked for, and payment is settled with the
          operator.
        </p>
      )}
      {billing ? (
        <dl className="settings-terms">
          <div>
            <dt>Next invoice</dt>
            <dd data-figures>
              {billing.next_invoice
                ? `${priceOf({ ...billing.next_invoice, price: billing.next_invoice.amount })} on ${day(billing.next_invoice.date)}`
                : none}
            </dd>
          </div>
          <div>
            <dt>Invoices go to</dt>
            <dd>{billing.billing_email ?? none}</dd>
          </div>
        </dl>
      ) : null}
      {mayChange ? (
        <div className="settings-row">
          {mayConfirm ? (
            <Button look="primary" onClick={() => actor.send({ type: 'payment.confirm' })}>
              Confirm the payment
            </Button>
          ) : null}
          {mayResume ? (
            <Button look="primary" onClick={() => actor.send({ type: 'subscription.resume' })}>
              Resume
            </Button>
          ) : null}
          {showsCancel ? (
            <Button
              aria-disabled={!mayCancel}
              onClick={() => actor.send({ type: 'subscription.cancel' })}
            >
              Cancel subscription
            </Button>
          ) : null}
        </div>
      ) : (
        <p className="settings-note">
          Only an owner or a member with the role Billing can change this.
        </p>
      )}
    </div>
  );
}

const sentences = (ends: string): Record<State, string> => ({
  notConfigured: 'No plan was chosen, and nothing is owed.',
  unsubscribed: 'No plan was chosen yet.',
  trial: `The trial runs until ${ends}.`,
  active: `The current cycle runs until ${ends}.`,
  incomplete:
    'Your bank asks you to confirm the first payment. If it refused, change the card and choose a plan again.',
  pastDue: 'The last payment failed and will be tried again. A new card or another plan helps.',
  cancelling: `It ends on ${ends}. Until then everything works, and it can be resumed.`,
  cancelled: 'It has ended. Choose a plan to begin again.',
});

function Usage({ bill }: { bill: Bill }) {
  const { events_used: used, events_limit: limit, events_projected: projected } = bill;
  const share = limit ? used / limit : 0;
  return (
    <Section name="Usage" lead="Distinct events of this cycle. Nothing is dropped at the limit.">
      <div className="settings-form">
        <p data-figures>
          <strong>{count(used)}</strong> {limit ? `of ${count(limit)} events` : 'events, no limit'}
          {limit ? `, ${percent(share)}` : ''}
        </p>
        {limit ? (
          <meter
            className="settings-meter"
            aria-label="Events used"
            min={0}
            max={limit}
            high={(limit * usageWarnings[0]) / 100}
            optimum={0}
            value={Math.min(used, limit)}
          />
        ) : null}
        {projected === null ? null : (
          <p className="settings-note" data-figures>
            About {count(projected)} by the end of the cycle at this rate.
          </p>
        )}
        {bill.usage_warning ? (
          <p className="settings-warning" role="status">
            {warningOf[bill.usage_warning]}
          </p>
        ) : null}
      </div>
    </Section>
  );
}

const warningOf: Record<(typeof usageWarnings)[number], string> = {
  80: '80 % of the plan is used.',
  95: '95 % of the plan is used. A larger one keeps you within it.',
  100: 'The plan is used up. Events still count; choose a larger plan soon.',
};

function Plans({
  actor,
  account: { plans, subscription },
  mayChange,
}: {
  actor: BillingActor;
  account: BillingAccount;
  mayChange: boolean;
}) {
  const begins = subscription === null || ['canceled', 'incomplete'].includes(subscription.status);
  return (
    <Section name="Plans" lead={begins ? 'What you can subscribe to.' : 'What you can change to.'}>
      {plans.length === 0 ? (
        <p className="settings-empty">The operator offers no plan yet.</p>
      ) : (
        <ul className="settings-plans">
          {plans.map((plan) => (
            <PlanCard
              key={plan.id}
              actor={actor}
              plan={plan}
              isCurrent={!begins && subscription.plan.id === plan.id}
              mayChange={mayChange}
              action={begins ? 'Choose' : 'Change to'}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

function PlanCard({
  actor,
  plan,
  isCurrent,
  mayChange,
  action,
}: {
  actor: BillingActor;
  plan: Plan;
  isCurrent: boolean;
  mayChange: boolean;
  action: string;
}) {
  const canChoose = useSelector(actor, (snapshot) => snapshot.can({ type: 'plan.choose', plan }));
  return (
    <li className="settings-plan-card" aria-label={plan.name}>
      <h3 className="settings-name">{plan.name}</h3>
      <p className="settings-price" data-figures>
        {priceOf(plan)}
      </p>
      <ul className="settings-note">
        {[...limitsOf(plan), ...plan.features].map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {isCurrent ? <span className="chip">Your plan</span> : null}
      {!isCurrent && mayChange ? (
        <Button
          aria-disabled={!canChoose}
          aria-label={`${action} ${plan.name}`}
          onClick={() => actor.send({ type: 'plan.choose', plan })}
        >
          {action} {plan.name}
        </Button>
      ) : null}
    </li>
  );
}

/** The open question or the running request. */
function Questions({ actor }: { actor: BillingActor }) {
  const state = useSelector(actor, (snapshot) =>
    (
      [
        'previewing',
        'confirming',
        'processing',
        'requiresAction',
        'confirmingCancellation',
      ] as const
    ).find((one) => snapshot.matches(one)),
  );
  const account = useSelector(actor, ({ context }) => context.account);
  const leave = () => actor.send({ type: 'plan.leave' });
  if (state === undefined) return null;
  if (state === 'confirmingCancellation') {
    const ends = account?.subscription ? day(account.subscription.current_period_end) : none;
    return (
      <ConfirmDialog
        title="Cancel the subscription?"
        action="End it"
        onConfirm={() => actor.send({ type: 'plan.confirm' })}
        onCancel={leave}
      >
        {`Everything works until ${ends}. Until then you can resume it.`}
      </ConfirmDialog>
    );
  }
  return <PlanPreview actor={actor} state={state} />;
}

const stateOf = (snapshot: BillingSnapshot): State => {
  const state = mapState<BillingSnapshot, State>(snapshot, {
    states: {
      idle: {
        states: {
          notConfigured: { map: () => 'notConfigured' },
          unsubscribed: { map: () => 'unsubscribed' },
          trial: { map: () => 'trial' },
          active: { map: () => 'active' },
          incomplete: { map: () => 'incomplete' },
          pastDue: { map: () => 'pastDue' },
          cancelling: { map: () => 'cancelling' },
          cancelled: { map: () => 'cancelled' },
        },
      },
    },
  })[0]?.result;
  return state ?? stateBefore(snapshot);
};

/** While a request runs, the page shows the state before it. */
function stateBefore({ context: { account } }: BillingSnapshot): State {
  const subscription = account?.subscription;
  if (!subscription) return account?.isConfigured ? 'unsubscribed' : 'notConfigured';
  if (subscription.cancel_at_period_end) return 'cancelling';
  return (
    {
      trialing: 'trial',
      active: 'active',
      manual: 'active',
      incomplete: 'incomplete',
      past_due: 'pastDue',
      unpaid: 'pastDue',
      canceled: 'cancelled',
    } as const
  )[subscription.status];
}
