import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import type { UnitLookUpActor } from '#machines/split-tests/split-test-parts.ts';
import { Button } from '../../kit/Button.tsx';
import { Outcome } from '../../kit/Outcome.tsx';
import { nameOf } from './verdict.ts';
import { instant } from './words.ts';

/** Which variant a visitor or click belongs to, and which one it was shown. */
export function UnitLookUp({
  actor,
  test,
  zone,
}: {
  actor: UnitLookUpActor;
  test: SplitTest;
  zone: string;
}) {
  const field = useId();
  const [unit, setUnit] = useState('');
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const found = useSelector(actor, ({ context }) => context.result);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const isOver = useSelector(
    actor,
    (snapshot) => snapshot.matches('done') || snapshot.matches('failed'),
  );
  const dismiss = () => actor.send({ type: 'task.dismiss' });
  return (
    <section className="panel" aria-labelledby="test-look-up" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="test-look-up">
          Look up a {test.unit}
        </h2>
      </header>
      <form
        className="test-body"
        onSubmit={(event) => {
          event.preventDefault();
          const asked = unit.trim();
          if (asked !== '' && !busy) {
            actor.send({ type: 'task.start', request: { test: test.id, unit: asked } });
          }
        }}
      >
        <label className="field-label" htmlFor={field}>
          {test.unit === 'visitor' ? 'Visitor id' : 'Click id'}
        </label>
        <div className="test-line">
          <input
            id={field}
            className="input"
            value={unit}
            maxLength={256}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => setUnit(currentTarget.value)}
          />
          {busy ? (
            <Button onClick={() => actor.send({ type: 'task.cancel' })}>Stop</Button>
          ) : (
            <Button type="submit">Look up</Button>
          )}
        </div>
        {isOver && problem ? (
          <Outcome isBad onDismiss={dismiss}>
            {problem.message}
          </Outcome>
        ) : null}
        {isOver && found ? (
          <Outcome onDismiss={dismiss}>
            {`${found.unit}: ${
              found.is_in_test ? `now assigned to ${nameOf(test, found.variant)}` : 'takes no part'
            }. ${
              found.first
                ? `First shown ${nameOf(test, found.first.variant)} at ${instant(found.first.at, zone)} in phase ${found.first.phase}.`
                : 'It has not been shown a variant.'
            }`}
          </Outcome>
        ) : null}
      </form>
    </section>
  );
}
