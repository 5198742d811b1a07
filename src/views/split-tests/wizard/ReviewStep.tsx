import { useSelector } from '@xstate/react';
import {
  needsConfirm,
  type SplitTestLaunchActor,
} from '#machines/split-tests/split-test-launch.ts';
import { Button } from '../../kit/Button.tsx';
import { FactList } from '../../kit/FactList.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { exactPercent } from '../../kit/format.ts';
import { WizardForm } from '../../kit/WizardForm.tsx';
import { daysText, goalName, guardrailName, kindWords } from '../common/words.ts';
import { unitWords } from './step-words.ts';

/** The whole test before it starts. */
export function ReviewStep({ actor }: { actor: SplitTestLaunchActor }) {
  const { test, checks, confirm, problem, draft } = useSelector(actor, ({ context }) => context);
  const isStartable = useSelector(actor, (snapshot) => snapshot.can({ type: 'test.start' }));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isFailed = checks.some(({ state }) => state === 'fail');
  const mustConfirm = needsConfirm(checks) || problem?.fields?.confirm !== undefined;
  if (!test) return null;
  return (
    <WizardForm
      name="Review"
      action="Start now"
      isOpen={isStartable}
      reason={
        busy
          ? null
          : isFailed
            ? 'A check failed, so it cannot start yet.'
            : 'Type the name of the test first.'
      }
      onGo={() => actor.send({ type: 'test.start' })}
      onBack={() => actor.send({ type: 'back' })}
    >
      <FormError message={problem?.message} />
      <FactList
        className="review-facts"
        facts={[
          ['Name', test.name],
          ['Compares', kindWords[test.kind]],
          ['Decides', goalName(test.goal.type, test.unit)],
          ['Counts for', `${test.goal.window_hours} hours`],
          ['Assigned', unitWords[test.unit]],
          ['Smallest change', exactPercent(test.mde_rel)],
          ['Takes part', exactPercent(test.traffic_pct / 100)],
          ['Runs at most', daysText(test.max_runtime_days)],
          [
            'Guardrails',
            test.guardrails.map((one) => guardrailName(one, test.unit)).join('; ') || 'None',
          ],
          ['Link', <code key="link">{test.link}</code>],
        ]}
      />
      <ul className="review-variants" aria-label="Variants">
        {test.variants.map(({ key, name, is_control, weight_bp, url, offer_name }) => (
          <li key={key}>
            <strong>{`${key} ${name}`}</strong>
            {is_control ? ' (control)' : ''}, {exactPercent(weight_bp / 10_000)}
            <span className="field-hint">{url ?? offer_name}</span>
          </li>
        ))}
      </ul>
      {mustConfirm ? (
        <Field
          label="Name of the test"
          note={`The goal had no event in the last 7 days. Type “${draft.name.trim()}” to start it all the same.`}
          faults={problem?.fields?.confirm}
        >
          <FieldInput
            autoComplete="off"
            value={confirm}
            onValueChange={(typed) => actor.send({ type: 'confirm.change', confirm: typed })}
          />
        </Field>
      ) : null}
      <Button disabled={busy} onClick={() => actor.send({ type: 'test.keep' })}>
        Keep as a draft
      </Button>
    </WizardForm>
  );
}
