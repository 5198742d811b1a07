import { useSelector } from '@xstate/react';
import type { BillingActor } from '#machines/billing/billing.ts';
import { Button } from '../kit/Button.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { day, money } from '../kit/format.ts';
import { FactsTable } from '../kit/tables/FactsTable.tsx';
import { priceOf } from './prices.ts';

/** The price of a plan change, before and during the change. */
export function PlanPreview({
  actor,
  state,
}: {
  actor: BillingActor;
  state: 'previewing' | 'confirming' | 'processing' | 'requiresAction';
}) {
  const { plan, proration } = useSelector(actor, ({ context }) => context);
  const leave = () => actor.send({ type: 'plan.leave' });
  const mayLeave = state !== 'processing';
  if (state === 'requiresAction') {
    return (
      <FormDialog title="Your bank asks you to confirm" onClose={leave}>
        <div className="settings-told">
          <p aria-busy="true">Confirm the payment in the window of your bank.</p>
          <div className="note-acts">
            <Button look="quiet" onClick={leave}>
              Later
            </Button>
          </div>
        </div>
      </FormDialog>
    );
  }
  return (
    <FormDialog title={`Change to ${plan?.name ?? ''}`} onClose={() => mayLeave && leave()}>
      <div className="settings-told" aria-busy={state !== 'confirming'}>
        {state === 'previewing' || !proration ? (
          <p role="status">Calculating the price</p>
        ) : (
          <>
            <FactsTable
              className="settings-lines"
              caption="What the change costs"
              facts={proration.lines.map(({ description, amount }) => [
                description,
                money(amount, proration.currency),
              ])}
              total={[
                `Charged now, in ${proration.currency}`,
                money(proration.due_now, proration.currency),
              ]}
            />
            {proration.next_invoice ? (
              <p className="settings-note">
                {`Then ${priceOf({ price: proration.next_invoice.amount, currency: proration.currency })} on ${day(proration.next_invoice.date)}.`}
              </p>
            ) : null}
          </>
        )}
        <div className="note-acts">
          <Button look="quiet" disabled={!mayLeave} onClick={leave}>
            Cancel
          </Button>
          <Button
            look="primary"
            disabled={state !== 'confirming'}
            onClick={() => actor.send({ type: 'plan.confirm' })}
          >
            Change plan
          </Button>
        </div>
      </div>
    </FormDialog>
  );
}
