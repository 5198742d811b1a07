import { useSelector } from '@xstate/react';
import { mapState } from 'xstate';
import type {
  ReconcileValuesActor,
  ReconcileValuesSnapshot,
} from '#machines/conversions/reconcile-values.ts';
import { Button } from '../kit/Button.tsx';
import { count, money } from '../kit/format.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { DecisionLine, Refused } from './DecisionLine.tsx';
import { conversionsIn, signed } from './decision-words.ts';
import { NoteField, ReasonField } from './ReasonField.tsx';

type Scene = 'idle' | 'explaining' | 'waiting' | 'failed' | 'applied' | 'undone';

/** Takes over a network's values as corrections, from the preview to the undo. Hidden while there are none. */
export function TakeValues({ actor, currency }: { actor: ReconcileValuesActor; currency: string }) {
  const scene = useSelector(actor, sceneOf);
  const isNothing = useSelector(actor, ({ context }) => context.values.length === 0);
  if (scene === 'idle' && isNothing) return null;
  return (
    <section
      className={scene === 'idle' ? 'reconcile-acts' : 'decision reconcile-values'}
      aria-label="Use their values"
      aria-busy={scene === 'waiting'}
      data-bad={scene === 'failed' || undefined}
    >
      <Body actor={actor} scene={scene} currency={currency} />
    </section>
  );
}

function Body({
  actor,
  scene,
  currency,
}: {
  actor: ReconcileValuesActor;
  scene: Scene;
  currency: string;
}) {
  const { values, revenue, result, undone, problem } = useSelector(actor, ({ context }) => context);
  const canUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'values.undo' }));
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'values.cancel' }));
  const cancel = (
    <Button look="quiet" onClick={() => actor.send({ type: 'values.cancel' })}>
      Cancel
    </Button>
  );
  const dismiss = (
    <Button look="quiet" onClick={() => actor.send({ type: 'values.dismiss' })}>
      Dismiss
    </Button>
  );

  if (scene === 'idle') {
    return (
      <Button onClick={() => actor.send({ type: 'values.start' })}>
        Use {count(values.length)} of their values
      </Button>
    );
  }
  if (scene === 'explaining') {
    return (
      <SchemaForm
        name="Reason"
        schema={async () => (await import('#contract/conversions/decisions.ts')).valuesFormSchema}
        onAnswers={({ reason_code: reason, note }) =>
          actor.send({ type: 'values.apply', why: { reason, note } })
        }
      >
        <p role="status">
          <strong>Correct the value of {conversionsIn(values.length)}</strong>{' '}
          <Gain revenue={revenue} currency={currency} />
        </p>
        <div className="decision-line">
          <ReasonField label="Reason" />
          <NoteField />
          <div className="decision-acts">
            <Button type="submit" look="primary">
              Correct {count(values.length)}
            </Button>
            {cancel}
          </div>
        </div>
      </SchemaForm>
    );
  }
  if (scene === 'waiting') {
    return (
      <DecisionLine message={<p role="status">Corrections: in progress</p>}>{null}</DecisionLine>
    );
  }
  if (scene === 'failed') {
    return (
      <DecisionLine message={<p role="alert">{problem?.message}</p>}>
        <Button aria-label="Retry the corrections" onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
        {canCancel ? cancel : dismiss}
      </DecisionLine>
    );
  }
  if (scene === 'undone') {
    return (
      <DecisionLine
        message={
          <p role="status">
            {count(undone?.taken_back ?? 0)} taken back.{' '}
            <Gain revenue={undone?.revenue ?? 0} currency={undone?.currency ?? currency} />
          </p>
        }
      >
        {dismiss}
      </DecisionLine>
    );
  }
  return (
    <DecisionLine
      message={
        <div role="status">
          <p>
            {conversionsIn(result?.corrected ?? 0)} corrected.{' '}
            <Gain revenue={result?.revenue ?? 0} currency={result?.currency ?? currency} />
          </p>
          <Refused refused={result?.refused ?? []} />
        </div>
      }
    >
      {canUndo ? <Button onClick={() => actor.send({ type: 'values.undo' })}>Undo</Button> : null}
      {dismiss}
    </DecisionLine>
  );
}

const Gain = ({ revenue, currency }: { revenue: number; currency: string }) => (
  <span className="quiet">
    Net revenue {signed(revenue, (value) => money(value, currency))} {currency}
  </span>
);

const sceneOf = (snapshot: ReconcileValuesSnapshot): Scene =>
  mapState<ReconcileValuesSnapshot, Scene>(snapshot, {
    states: {
      idle: { map: () => 'idle' },
      explaining: { map: () => 'explaining' },
      applying: { map: () => 'waiting' },
      applyFailed: { map: () => 'failed' },
      applied: { map: () => 'applied' },
      undoing: { map: () => 'waiting' },
      undoFailed: { map: () => 'failed' },
      undone: { map: () => 'undone' },
    },
  })[0]?.result ?? 'idle';
