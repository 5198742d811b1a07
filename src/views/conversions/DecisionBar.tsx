import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { mapState } from 'xstate';
import type { ConversionStatus, FigureEffect } from '#contract/conversions/decisions.ts';
import type {
  ConversionDecisionActor,
  ConversionDecisionSnapshot,
} from '#machines/conversions/conversion-decision.ts';
import { Button } from '../kit/Button.tsx';
import { count, money } from '../kit/format.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { DecisionLine as Line, Refused } from './DecisionLine.tsx';
import { conversionsIn, doneWords, signed, verdicts, verdictWords } from './decision-words.ts';
import { NoteField, ReasonField } from './ReasonField.tsx';

type Scene =
  | 'nothing'
  | 'choosing'
  | 'explaining'
  | 'waiting'
  | 'failed'
  | 'confirming'
  | 'decided'
  | 'undone';

/**
 * What becomes of the chosen conversions, from the choice to the way back; Escape is its Cancel. Nothing while none is
 * chosen.
 */
export function DecisionBar({ actor }: { actor: ConversionDecisionActor }) {
  const scene = useSelector(actor, sceneOf);
  if (scene === 'nothing') return null;
  return (
    <section
      onKeyDown={({ key }) => key === 'Escape' && actor.send({ type: 'decision.cancel' })}
      className="decision"
      aria-label="Decision"
      aria-busy={scene === 'waiting'}
      data-bad={scene === 'failed' || undefined}
    >
      <Body actor={actor} scene={scene} />
    </section>
  );
}

function Body({
  actor,
  scene,
}: {
  actor: ConversionDecisionActor;
  scene: Exclude<Scene, 'nothing'>;
}) {
  const { chosen, verdict, answer, undone, problem } = useSelector(actor, ({ context }) => context);
  const canUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.undo' }));
  const canApply = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.apply' }));
  const canDismiss = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.dismiss' }));
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.cancel' }));
  const isUndo = useSelector(actor, (snapshot) => snapshot.matches('notUndone'));
  const act = verdictWords[verdict.to];
  const cancel = (
    <Button look="quiet" onClick={() => actor.send({ type: 'decision.cancel' })}>
      Cancel
    </Button>
  );
  const dismiss = (
    <Button look="quiet" onClick={() => actor.send({ type: 'decision.dismiss' })}>
      Dismiss
    </Button>
  );

  if (scene === 'choosing') {
    return (
      <Line
        says={
          <div className="decision-chosen">
            <p role="status">{conversionsIn(chosen.length)} chosen</p>
            <Button look="quiet" onClick={() => actor.send({ type: 'rows.release' })}>
              Choose none
            </Button>
          </div>
        }
      >
        {verdicts.map((to) => (
          <Start key={to} actor={actor} to={to} />
        ))}
      </Line>
    );
  }
  if (scene === 'explaining') return <Why actor={actor} cancel={cancel} />;
  if (scene === 'waiting') {
    return (
      <Line says={<p role="status">{act}: working on it</p>}>{canCancel ? cancel : null}</Line>
    );
  }
  if (scene === 'failed') {
    return (
      <Line
        says={
          <div role="alert">
            <p>
              <strong>
                {isUndo ? 'Undo: ' : ''}
                {act} {conversionsIn(answer?.changed ?? chosen.length)}
              </strong>
              <Effect effect={isUndo ? [] : (answer?.effect ?? [])} />
            </p>
            <p>{problem?.message}</p>
          </div>
        }
      >
        <Button aria-label="Retry the decision" onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
        {canCancel ? cancel : dismiss}
      </Line>
    );
  }
  if (scene === 'confirming' && answer) {
    return (
      <Line
        says={
          <div role="status">
            <p>
              <strong>
                {act} {conversionsIn(answer.changed)}
              </strong>
              <Effect effect={answer.effect} />
            </p>
            <Refused refused={answer.refused} />
          </div>
        }
      >
        {canApply ? (
          <Button look="primary" onClick={() => actor.send({ type: 'decision.apply' })}>
            {act} {count(answer.changed)}
          </Button>
        ) : null}
        {cancel}
      </Line>
    );
  }
  if (scene === 'undone' && undone) {
    return (
      <Line
        says={
          <p role="status">
            {conversionsIn(undone.restored)} as before.
            {undone.kept > 0 ? ` ${count(undone.kept)} decided anew stay so.` : ''}
          </p>
        }
      >
        {dismiss}
      </Line>
    );
  }
  return (
    <Line
      says={
        <div role="status">
          <p>
            {conversionsIn(answer?.changed ?? 0)} {doneWords[verdict.to]}.
            <Effect effect={answer?.effect ?? []} />
          </p>
          <Refused refused={answer?.refused ?? []} />
        </div>
      }
    >
      {canUndo ? <Button onClick={() => actor.send({ type: 'decision.undo' })}>Undo</Button> : null}
      {canDismiss ? dismiss : null}
    </Line>
  );
}

function Start({ actor, to }: { actor: ConversionDecisionActor; to: ConversionStatus }) {
  const can = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.start', to }));
  return (
    <Button disabled={!can} onClick={() => actor.send({ type: 'decision.start', to })}>
      {verdictWords[to]}
    </Button>
  );
}

/** A form for what takes money away from somebody. */
function Why({ actor, cancel }: { actor: ConversionDecisionActor; cancel: ReactNode }) {
  const { verdict, chosen } = useSelector(actor, ({ context }) => context);
  const schema = async () => {
    const { decisionFormSchema } = await import('#contract/conversions/decisions.ts');
    return {
      safeParse: ({ reason_code, note }: Record<string, unknown>) =>
        decisionFormSchema.safeParse({ to: verdict.to, reason_code: reason_code || null, note }),
    } as typeof decisionFormSchema;
  };
  return (
    <SchemaForm
      name="Reason"
      schema={schema}
      onAnswers={({ reason_code, note }) =>
        actor.send({ type: 'decision.explain', why: { reason: reason_code, note } })
      }
    >
      <div className="decision-line">
        <ReasonField
          label={`Why ${verdictWords[verdict.to].toLowerCase()} ${conversionsIn(chosen.length)}`}
        />
        <NoteField />
        <div className="decision-acts">
          <Button type="submit">See the effect</Button>
          {cancel}
        </div>
      </div>
    </SchemaForm>
  );
}

/** What it does to the figures, in each currency. */
function Effect({ effect }: { effect: readonly FigureEffect[] }) {
  if (effect.length === 0) return null;
  return (
    <span className="decision-effect">
      {effect.map(({ currency, conversions, revenue, payout }) => (
        <span key={currency}>
          Counted {signed(conversions, count)}, revenue {signed(revenue, money)}, payout{' '}
          {signed(payout, money)} {currency}
        </span>
      ))}
    </span>
  );
}

const sceneOf = (snapshot: ConversionDecisionSnapshot): Scene =>
  mapState<ConversionDecisionSnapshot, Scene>(snapshot, {
    states: {
      idle: { map: () => 'nothing' },
      choosing: { map: () => 'choosing' },
      explaining: { map: () => 'explaining' },
      weighing: { map: () => 'waiting' },
      unweighed: { map: () => 'failed' },
      confirming: { map: () => 'confirming' },
      applying: { map: () => 'waiting' },
      unapplied: { map: () => 'failed' },
      decided: { map: () => 'decided' },
      undoing: { map: () => 'waiting' },
      notUndone: { map: () => 'failed' },
      undone: { map: () => 'undone' },
    },
  })[0]?.result ?? 'nothing';
