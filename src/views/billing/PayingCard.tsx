import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { BillingActor } from '#machines/billing/billing.ts';
import { Button } from '../kit/Button.tsx';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { none } from '../kit/format.ts';
import { lazyPart } from '../kit/lazy.tsx';
import { Section } from '../kit/Section.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';

const CardForm = lazyPart(async () => (await import('./CardForm.tsx')).CardForm, Unavailable);

/** The card in use, and Stripe's form to replace it. */
export function PayingCard({ actor, mayReplace }: { actor: BillingActor; mayReplace: boolean }) {
  const replacingCard = useSelector(actor, (snapshot) => snapshot.matches('replacingCard'));
  const busy = useSelector(
    actor,
    (snapshot) => snapshot.matches('replacingCard') && snapshot.hasTag('busy'),
  );
  const unopened = useSelector(actor, (snapshot) =>
    snapshot.matches({ replacingCard: 'formFailed' }),
  );
  const mayBegin = useSelector(actor, (snapshot) => snapshot.can({ type: 'card.change' }));
  const { account, form, problem } = useSelector(actor, ({ context }) => context);
  const card = account?.billing?.card;
  return (
    <Section name="Card" busy={busy}>
      <div className="settings-form">
        <p data-figures>
          {card
            ? `${card.brand} ending in ${card.last4}, until ${card.exp_month}/${card.exp_year}`
            : none}
        </p>
        {mayReplace ? (
          <div className="settings-row">
            {replacingCard ? (
              <Button onClick={() => actor.send({ type: 'card.leave' })}>Keep the card</Button>
            ) : (
              <Button aria-disabled={!mayBegin} onClick={() => actor.send({ type: 'card.change' })}>
                Change the card
              </Button>
            )}
          </div>
        ) : (
          <p className="settings-note">Only an owner can change the card.</p>
        )}
        {replacingCard && unopened && problem ? (
          <ErrorNotice
            problem={problem}
            action="Retry"
            onAction={() => actor.send({ type: 'retry' })}
          />
        ) : null}
        {replacingCard && !unopened && problem ? (
          <p className="field-error" role="alert">
            {problem.message}
          </p>
        ) : null}
        {replacingCard && !unopened ? (
          <Suspense fallback={<Skeleton width="100%" height={160} />}>
            {form ? (
              <CardForm
                {...form}
                busy={busy}
                onSubmit={(takeCard) => actor.send({ type: 'card.submit', takeCard })}
              />
            ) : (
              <Skeleton width="100%" height={160} />
            )}
          </Suspense>
        ) : null}
      </div>
    </Section>
  );
}
