import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { expectedAffiliates, type Reconciliation } from '#contract/conversions/reconciliation.ts';
import type { ReconcileActor } from '#machines/conversions/reconcile.ts';
import { Button } from '../kit/Button.tsx';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { expectedWords } from './reconcile-words.ts';

/** Which conversions here the file should contain; a change compares again. */
export function ExpectedDays({
  actor,
  found: { left_out: leftOut },
  busy,
}: {
  actor: ReconcileActor;
  found: Reconciliation;
  busy: boolean;
}) {
  const chosen = useSelector(actor, ({ context }) => context.choice);
  const affiliates = chosen.affiliates ?? 'named';
  const compare = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const days = { start: String(fields.get('start')), end: String(fields.get('end')) };
    actor.send({ type: 'columns.change', choice: { ...chosen, days } });
  };
  return (
    <form
      key={`${leftOut?.start_date} ${leftOut?.end_date}`}
      className="reconcile-days"
      aria-label="What the file should contain"
      onSubmit={compare}
    >
      <label>
        <span>Expect conversions from</span>
        <input
          className="input"
          type="date"
          name="start"
          required
          defaultValue={leftOut?.start_date}
        />
      </label>
      <label>
        <span>to</span>
        <input className="input" type="date" name="end" required defaultValue={leftOut?.end_date} />
      </label>
      <MenuSelect
        label="Of"
        isLabelled
        value={affiliates}
        options={expectedAffiliates.map((of) => ({ value: of, label: expectedWords[of] }))}
        onChoose={(of) =>
          actor.send({ type: 'columns.change', choice: { ...chosen, affiliates: of } })
        }
      />
      <Button type="submit" disabled={busy}>
        Compare these days
      </Button>
    </form>
  );
}
