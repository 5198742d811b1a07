import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Preflight } from '#contract/split-tests/planning.ts';
import { ErrorNotice } from '../../kit/ErrorNotice.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { StateDot } from '../../kit/StateDot.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';

const meanings = { pass: 'good', warn: 'warn', fail: 'bad' } as const;
const states = { pass: 'fine', warn: 'check this', fail: 'mend this' } as const;

/** Starts a test after its checks; without events of its goal its name is typed. */
export function StartForm({ actor, test, onConfirm, onCancel }: ChangeFormProps) {
  const [typed, setTyped] = useState('');
  const checks = useSelector(actor, ({ context }) => context.checks);
  const isChecking = useSelector(actor, (snapshot) => snapshot.matches('checking'));
  const unchecked = useSelector(actor, (snapshot) =>
    snapshot.matches('unchecked') ? snapshot.context.problem : null,
  );
  const isAsked = useSelector(
    actor,
    ({ context }) => context.problem?.fields?.confirm !== undefined,
  );
  const isSilent = (checks ?? []).some(
    ({ check, state }) => check === 'goal_events' && state !== 'pass',
  );
  const isTyped = isAsked || isSilent;
  return (
    <ChangeForm
      actor={actor}
      action="Start"
      missing={
        checks === null
          ? 'The checks come first.'
          : isTyped && typed.trim() !== test.name
            ? 'Type the name of the test to start it without events of its goal.'
            : null
      }
      onSubmit={() => onConfirm({ kind: 'start', confirm: isTyped ? typed.trim() : '' })}
      onCancel={onCancel}
    >
      <p>
        From now on its link splits the traffic. The goal, the variants and the sizes are locked, so
        that they cannot be chosen by the result.
      </p>
      {isChecking ? <p role="status">Looking at addresses, events and other tests</p> : null}
      {unchecked ? (
        <ErrorNotice
          problem={unchecked}
          action="Retry"
          onAction={() => actor.send({ type: 'retry' })}
        />
      ) : null}
      {checks ? <Checks checks={checks} /> : null}
      {isTyped ? (
        <Field label={`Type “${test.name}”`}>
          <FieldInput
            value={typed}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      ) : null}
    </ChangeForm>
  );
}

function Checks({ checks }: { checks: Preflight }) {
  return (
    <ul className="checks" aria-label="Checks">
      {checks.map(({ check, state, detail, variant }) => (
        <li key={`${check} ${variant ?? ''}`}>
          <StateDot look="check-state" meaning={meanings[state]}>
            {detail}
            <span className="only-read">, {states[state]}</span>
          </StateDot>
        </li>
      ))}
    </ul>
  );
}
