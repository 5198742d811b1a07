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
import {
  conversionsIn,
  newStatusWords,
  settableStatuses,
  signed,
  statusActionWords,
} from './decision-words.ts';
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
 * The decision about the selected rows, from the choice of a status to the undo; Escape cancels. Hidden while nothing
 * is selected.
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
  const { selected, draft, result, undone, problem } = useSelector(actor, ({ context }) => context);
  const canUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.undo' }));
  const canApply = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.apply' }));
  const canDismiss = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.dismiss' }));
  const canCancel = useSelector(actor, (snapshot) => snapshot.can({ type: 'decision.cancel' }));
  const isUndo = useSelector(actor, (snapshot) => snapshot.matches('undoFailed'));
  const act = statusActionWords[draft.to];
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
        message={
          <div className="decision-chosen">
            <p role="status">{conversionsIn(selected.length)} chosen</p>
            <Button look="quiet" onClick={() => actor.send({ type: 'rows.clear' })}>
              Select none
            </Button>
          </div>
        }
      >
        {settableStatuses.map((to) => (
          <Start key={to} actor={actor} to={to} />
        ))}
      </Line>
    );
  }
  if (scene === 'explaining') return <Why actor={actor} cancel={cancel} />;
  if (scene === 'waiting') {
    return (
      <Line message={<p role="status">{act}: in progress</p>}>{canCancel ? cancel : null}</Line>
    );
  }
  if (scene === 'failed') {
    return (
      <Line
        message={
          <div role="alert">
            <p>
              <strong>
                {isUndo ? 'Undo: ' : ''}
                {act} {conversionsIn(result?.changed ?? selected.length)}
              </strong>
              <Effect effect={isUndo ? [] : (result?.effect ?? [])} />
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
  if (scene === 'confirming' && result) {
    return (
      <Line
        message={
          <div role="status">
            <p>
              <strong>
                {act} {conversionsIn(result.changed)}
              </strong>
              <Effect effect={result.effect} />
            </p>
            <Refused refused={result.refused} />
          </div>
        }
      >
        {canApply ? (
          <Button look="primary" onClick={() => actor.send({ type: 'decision.apply' })}>
            {act} {count(result.changed)}
          </Button>
        ) : null}
        {cancel}
      </Line>
    );
  }
  if (scene === 'undone' && undone) {
    return (
      <Line
        message={
          <p role="status">
            {conversionsIn(undone.restored)} as before.
            {undone.kept > 0 ? ` ${count(undone.kept)} changed since keep their status.` : ''}
          </p>
        }
      >
        {dismiss}
      </Line>
    );
  }
  return (
    <Line
      message={
        <div role="status">
          <p>
            {conversionsIn(result?.changed ?? 0)} {newStatusWords[draft.to]}.
            <Effect effect={result?.effect ?? []} />
          </p>
          <Refused refused={result?.refused ?? []} />
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
      {statusActionWords[to]}
    </Button>
  );
}

/** The reason form of decisions that take money from a partner. */
function Why({ actor, cancel }: { actor: ConversionDecisionActor; cancel: ReactNode }) {
  const { draft, selected } = useSelector(actor, ({ context }) => context);
  const schema = async () => {
    const { decisionFormSchema } = await import('#contract/conversions/decisions.ts');
    return {
      safeParse: ({ reason_code, note }: Record<string, unknown>) =>
        decisionFormSchema.safeParse({ to: draft.to, reason_code: reason_code || null, note }),
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
          label={`Why ${statusActionWords[draft.to].toLowerCase()} ${conversionsIn(selected.length)}`}
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

/** The effect on the figures, by currency. */
function Effect({ effect }: { effect: readonly FigureEffect[] }) {
  if (effect.length === 0) return null;
  return (
    <span className="decision-effect">
      {effect.map(({ currency, conversions, revenue, payout }) => (
        <span key={currency}>
          Counted {signed(conversions, count)}, revenue{' '}
          {signed(revenue, (value) => money(value, currency))}, payout{' '}
          {signed(payout, (value) => money(value, currency))} {currency}
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
      previewing: { map: () => 'waiting' },
      previewFailed: { map: () => 'failed' },
      confirming: { map: () => 'confirming' },
      applying: { map: () => 'waiting' },
      applyFailed: { map: () => 'failed' },
      decided: { map: () => 'decided' },
      undoing: { map: () => 'waiting' },
      undoFailed: { map: () => 'failed' },
      undone: { map: () => 'undone' },
    },
  })[0]?.result ?? 'nothing';
