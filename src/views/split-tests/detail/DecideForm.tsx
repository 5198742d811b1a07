import { useId, useState } from 'react';
import type { VariantKey } from '#contract/split-tests/definition.ts';
import { isAgainstGate, shortestReason } from '#contract/split-tests/gate-limits.ts';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest, TestDecision } from '#contract/split-tests/schemas.ts';
import { missingFrom, overrideWord, type TestChange } from '#model/split-test-detail.ts';
import { count } from '../../kit/format.ts';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';
import { nameOf } from './verdict.ts';

type Choice = { decision: TestDecision; variant: VariantKey | null };

/** What to decide, and what was learned. Against the gate it needs a word and a reason. */
export function DecideForm({
  actor,
  test,
  results,
  onConfirm,
  onCancel,
}: ChangeFormProps & { results: TestResults }) {
  const [choice, setChoice] = useState<Choice | null>(() => proposed(results));
  const [note, setNote] = useState('');
  const [override, setOverride] = useState('');
  /** The figures that the dialog was opened with: a later snapshot may say something else. */
  const [snapshot] = useState(results);
  const group = useId();
  const field = useId();
  const isAgainst = choice !== null && isAgainstGate(snapshot.gate, choice);
  const change: TestChange | null = choice && {
    kind: 'decide',
    ...choice,
    note: note.trim(),
    override: isAgainst ? override.trim() : '',
    snapshot,
  };
  return (
    <ChangeForm
      actor={actor}
      action={isAgainst ? 'Decide against the gate' : 'Decide'}
      missing={change === null ? 'Choose what to decide.' : missingWords(change)}
      onSubmit={() => {
        if (change) onConfirm(change);
      }}
      onCancel={onCancel}
    >
      <fieldset className="choices">
        <legend className="field-label">Decision</legend>
        {choicesOf(test).map((one) => (
          <label key={`${one.decision} ${one.variant ?? ''}`} className="test-tick">
            <input
              type="radio"
              name={group}
              checked={choice?.decision === one.decision && choice.variant === one.variant}
              onChange={() => setChoice(one)}
            />
            <span>
              {choiceWords(test, one)}
              {isAgainstGate(snapshot.gate, one) ? null : (
                <span className="test-quiet"> · what the gate says</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {isAgainst ? (
        <div className="against">
          <p>The gate does not say so. The decision is marked as one against the gate.</p>
          <label className="field">
            <span className="field-label">Type “{overrideWord}”</span>
            <input
              className="input"
              value={override}
              autoComplete="off"
              autoCapitalize="none"
              onChange={({ currentTarget }) => setOverride(currentTarget.value)}
            />
          </label>
        </div>
      ) : null}
      <div className="field">
        <label className="field-label" htmlFor={field}>
          {isAgainst ? 'Why, and what you learned' : 'What you learned (optional)'}
        </label>
        <textarea
          id={field}
          className="input test-area"
          rows={4}
          value={note}
          maxLength={1_000}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <span className="field-note">It is kept with the test, among the learnings.</span>
      </div>
    </ChangeForm>
  );
}

const missingWords = (change: TestChange): string | null => {
  switch (missingFrom(change)) {
    case 'change':
    case null:
      return null;
    case 'variant':
      return 'Choose a variant.';
    case 'override':
      return `Type “${overrideWord}” to decide against the gate.`;
    case 'reason':
      return `Write why, in at least ${count(shortestReason)} characters.`;
  }
};

function proposed({ gate: { status, winner } }: TestResults): Choice | null {
  switch (status) {
    case 'ready_ship':
      return { decision: 'ship', variant: winner };
    case 'ready_keep':
      return { decision: 'keep_control', variant: null };
    case 'ready_inconclusive':
      return { decision: 'inconclusive', variant: null };
    case 'unhealthy':
      return { decision: 'invalid', variant: null };
    case 'collecting':
      return null;
  }
}

const choicesOf = ({ variants }: SplitTest): Choice[] => [
  ...variants.flatMap(({ key, is_control: isControl }) =>
    isControl ? [] : [{ decision: 'ship' as const, variant: key }],
  ),
  { decision: 'keep_control', variant: null },
  { decision: 'inconclusive', variant: null },
  { decision: 'invalid', variant: null },
];

function choiceWords(test: SplitTest, { decision, variant }: Choice): string {
  switch (decision) {
    case 'ship':
      return `Ship ${nameOf(test, variant)}`;
    case 'keep_control':
      return 'Keep the control';
    case 'inconclusive':
      return 'Inconclusive: no difference that matters was found';
    case 'invalid':
      return 'Invalid: the test itself was broken';
  }
}
