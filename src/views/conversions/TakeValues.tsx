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

/** The values of others, taken over as corrections, from their effect to the way back. Nothing where none differ. */
export function TakeValues({ actor, currency }: { actor: ReconcileValuesActor; currency: string }) {
  const scene = useSelector(actor, sceneOf);
  const isNothing = useSelector(actor, ({ context }) => context.values.length === 0);
  if (scene === 'idle' && isNothing) return null;
  return (
    <section
      className={scene === 'idle' ? 'reconcile-acts' : 'decision reconcile-values'}
      aria-label="Take their values over"
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
  const { values, revenue, answer, undone, problem } = useSelector(actor, ({ context }) => context);
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
        Take {count(values.length)} of their values over
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
      <DecisionLine says={<p role="status">Corrections: working on it</p>}>{null}</DecisionLine>
    );
  }
  if (scene === 'failed') {
    return (
      <DecisionLine says={<p role="alert">{problem?.message}</p>}>
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
        says={
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
      says={
        <div role="status">
          <p>
            {conversionsIn(answer?.corrected ?? 0)} corrected.{' '}
            <Gain revenue={answer?.revenue ?? 0} currency={answer?.currency ?? currency} />
          </p>
          <Refused refused={answer?.refused ?? []} />
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
    Net revenue {signed(revenue, money)} {currency}
  </span>
);

const sceneOf = (snapshot: ReconcileValuesSnapshot): Scene =>
  mapState<ReconcileValuesSnapshot, Scene>(snapshot, {
    states: {
      idle: { map: () => 'idle' },
      explaining: { map: () => 'explaining' },
      applying: { map: () => 'waiting' },
      unapplied: { map: () => 'failed' },
      applied: { map: () => 'applied' },
      undoing: { map: () => 'waiting' },
      notUndone: { map: () => 'failed' },
      undone: { map: () => 'undone' },
    },
  })[0]?.result ?? 'idle';
