import { useSelector } from '@xstate/react';
import type { StatementsActor } from '#machines/offers/offer-payouts.ts';
import { PayoutForm } from '../conversions/PayoutForm.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';

/** The form of a payment, while it is being written or saved. */
export function PayForm({ actor }: { actor: StatementsActor }) {
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { entry, draft, problem } = useSelector(actor, ({ context }) => context);
  if (!writing || !entry || !draft) return null;
  const { due, currency, name } = entry;
  const cancel = () => actor.send({ type: 'form.cancel' });
  return (
    <FormDialog title={`Payment to ${name}`} onClose={cancel}>
      <PayoutForm
        balance={{ due: Math.max(due, 0), advance: Math.max(-due, 0), currency }}
        draft={draft}
        busy={busy}
        problem={problem}
        onSave={(saved) => actor.send({ type: 'entry.save', draft: saved })}
        onCancel={cancel}
      />
    </FormDialog>
  );
}
