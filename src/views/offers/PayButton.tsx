import { useSelector } from '@xstate/react';
import type { Statement } from '#contract/payouts/statement.ts';
import type { StatementsActor } from '#machines/offers/offer-payouts.ts';
import { statementPayout } from '#model/offer-payouts.ts';
import { Button } from '../kit/Button.tsx';

/** Opens the form of a payment for the days of a statement. */
export function PayButton({ actor, statement }: { actor: StatementsActor; statement: Statement }) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const period = useSelector(actor, ({ context }) => context.scope.period);
  return (
    <Button
      size="small"
      aria-disabled={!isReady}
      aria-label={`Mark as paid: ${statement.name}`}
      onClick={() =>
        actor.send({
          type: 'entry.edit',
          entry: { ...statement, id: statement.affiliate },
          draft: statementPayout(statement, period),
        })
      }
    >
      Mark as paid
    </Button>
  );
}
