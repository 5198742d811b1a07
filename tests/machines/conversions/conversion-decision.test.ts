import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { DecisionAnswer, DecisionUndo } from '#contract/conversions/decisions.ts';
import {
  type ConversionDecisionSnapshot,
  conversionDecisionMachine,
  type DecisionDraft,
} from '#machines/conversions/conversion-decision.ts';
import { logQuestion } from '../../support/conversions.ts';
import { decidedBefore } from '../../support/plans/conversions/conversion-decision.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type RequestInput = { ids: string[]; verdict: DecisionDraft };

const another = { ...logQuestion, project: 8 };
const answer: DecisionAnswer = {
  batch: 'b1',
  undo_until: null,
  changed: 1,
  refused: [],
  effect: [],
};

/** One conversion is chosen. */
function chosen() {
  const trial = scriptedRequest<DecisionAnswer, RequestInput>();
  const act = scriptedRequest<DecisionAnswer, RequestInput>();
  const undo = scriptedRequest<DecisionUndo, { batch: string }>();
  const { parent } = recordingParent<{ type: 'decision.made' }>();
  const machine = conversionDecisionMachine.provide({
    actors: { previewDecision: trial.logic, decide: act.logic, undoDecision: undo.logic },
  });
  const actor = createActor(machine, { input: { parent, question: logQuestion } }).start();
  actor.send({ type: 'rows.choose', rows: [{ id: 'cv_1', status: 'pending' }], on: true });
  const reach = (value: ConversionDecisionSnapshot['value']) =>
    waitFor(actor, (snapshot) => snapshot.matches(value), { timeout: 1_000 });
  return { actor, trial, act, undo, reach };
}

type Decision = ReturnType<typeof chosen>;

const weigh = ({ actor }: Decision) => actor.send({ type: 'decision.start', to: 'approved' });
async function confirm(decision: Decision) {
  weigh(decision);
  decision.trial.answer({ output: answer });
  await decision.reach('confirming');
}
async function apply(decision: Decision) {
  await confirm(decision);
  decision.actor.send({ type: 'decision.apply' });
}

const started: Record<string, (decision: Decision) => unknown> = {
  choosing: () => {},
  explaining: ({ actor }) => actor.send({ type: 'decision.start', to: 'rejected' }),
  previewing: weigh,
  previewFailed: async (decision) => {
    weigh(decision);
    decision.trial.answer({ error: offline });
    await decision.reach('previewFailed');
  },
  confirming: confirm,
  applyFailed: async (decision) => {
    await apply(decision);
    decision.act.answer({ error: offline });
    await decision.reach('applyFailed');
  },
};

describe.each(Object.entries(started))('a decision that is %s', (state, begin) => {
  it('ends with the query that its rows were chosen under', async () => {
    const decision = chosen();
    await begin(decision);
    expect(decision.actor.getSnapshot().value).toBe(state);
    decision.actor.send({ type: 'question.change', question: another });
    const { value, context } = decision.actor.getSnapshot();
    expect([value, context.selected]).toEqual(['idle', []]);
  });

  it('continues when the same query is repeated', async () => {
    const decision = chosen();
    await begin(decision);
    decision.actor.send({ type: 'question.change', question: { ...logQuestion } });
    const { value, context } = decision.actor.getSnapshot();
    expect([value, context.selected.length]).toEqual([state, 1]);
  });

  it('leaves no reloaded rows of the log chosen', async () => {
    const decision = chosen();
    await begin(decision);
    decision.actor.send({ type: 'rows.clear' });
    expect(decision.actor.getSnapshot().value).toBe(state === 'choosing' ? 'idle' : state);
    decision.actor.send({ type: 'decision.cancel' });
    const { value, context } = decision.actor.getSnapshot();
    expect([value, context.selected]).toEqual(['idle', []]);
  });
});

it('is completed and can be undone, whatever query follows', async () => {
  const decision = chosen();
  await apply(decision);
  decision.actor.send({ type: 'question.change', question: another });
  decision.act.answer({ output: answer });
  await decision.reach('decided');
  decision.actor.send({ type: 'question.change', question: logQuestion });
  decision.actor.send({ type: 'decision.undo' });
  decision.actor.send({ type: 'question.change', question: another });
  decision.undo.answer({ output: { restored: 1, kept: 0, effect: [] } });
  await decision.reach('undone');
});

it.each([
  ['while nothing is chosen', (decision: Decision) => decision.actor.send({ type: 'rows.clear' })],
  ['while others are chosen', () => {}],
])('of before, in a detail, is undone %s', async (_, begin) => {
  const decision = chosen();
  begin(decision);
  decision.actor.send({ type: 'decision.recall', decision: decidedBefore });
  expect(decision.undo.calls).toEqual([{ batch: decidedBefore.batch }]);
  const { selected: left, draft: verdict, result: told } = decision.actor.getSnapshot().context;
  expect([left, verdict.to, told?.changed]).toEqual([[], 'rejected', 2]);
  decision.undo.answer({ output: { restored: 2, kept: 0, effect: [] } });
  await decision.reach('undone');
});

it('that could not be undone allows other decisions', async () => {
  const decision = chosen();
  await apply(decision);
  decision.act.answer({ output: answer });
  await decision.reach('decided');
  decision.actor.send({ type: 'decision.undo' });
  decision.undo.answer({ error: offline });
  await decision.reach('undoFailed');
  decision.actor.send({ type: 'rows.choose', rows: [{ id: 'cv_2', status: 'pending' }], on: true });
  const { value, context } = decision.actor.getSnapshot();
  expect([value, context.selected.map(({ id }) => id)]).toEqual(['choosing', ['cv_2']]);
});

it("shows the server's refusal, and leaves no hidden rows chosen", async () => {
  const decision = chosen();
  await apply(decision);
  decision.actor.send({ type: 'question.change', question: another });
  decision.act.answer({ error: offline });
  await decision.reach('applyFailed');
  decision.actor.send({ type: 'decision.cancel' });
  const { value, context } = decision.actor.getSnapshot();
  expect([value, context.selected]).toEqual(['idle', []]);
});
