import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { TestPower } from '#contract/split-tests/planning.ts';
import type { TestPowerActor } from '#machines/split-tests/split-test-wizard.ts';
import type { TestDraft } from '#model/split-test-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { count, exactPercent } from '../../kit/format.ts';
import { daysText } from '../common/words.ts';
import type { StepFields } from './step-fields.ts';
import { unitsWord } from './step-words.ts';

/** How long the test takes with the traffic of the last four weeks. */
export function PowerPanel({ power, fields }: { power: TestPowerActor; fields: StepFields }) {
  const { preview, problem } = useSelector(power, ({ context }) => context);
  const busy = useSelector(power, (snapshot) => snapshot.hasTag('busy'));
  const isFailed = useSelector(power, (snapshot) => snapshot.matches('failed'));
  const isUnreadable = useSelector(power, (snapshot) => snapshot.matches('unreadable'));
  const title = useId();
  return (
    <section className="power" aria-labelledby={title} aria-busy={busy}>
      <h2 className="wizard-title" id={title}>
        How long it takes
      </h2>
      {isUnreadable ? (
        <p className="quiet">Enter valid numbers to see it.</p>
      ) : isFailed && problem ? (
        <div role="alert">
          <p>{problem.message}</p>
          <Button size="small" onClick={() => power.send({ type: 'retry' })}>
            Compute again
          </Button>
        </div>
      ) : preview ? (
        <Power power={preview} fields={fields} busy={busy} />
      ) : (
        <p className="quiet" role="status">
          Computing
        </p>
      )}
    </section>
  );
}

function Power({
  power,
  fields: { draft, change },
  busy,
}: {
  power: TestPower;
  fields: StepFields;
  busy: boolean;
}) {
  const { days, units_per_variant: units, is_too_long: isTooLong, alternatives } = power;
  return (
    <div className="power-found" data-old={busy || undefined}>
      <p className="power-days" role="status">
        {daysSentence(power, draft)}
      </p>
      {units === null ? null : (
        <p className="quiet">
          {count(units)} {unitsWord[draft.unit]} for each of {draft.variants.length} variants, to
          find a change of {exactPercent(Number(draft.mde) / 100)} four times out of five.
        </p>
      )}
      {days !== null && isTooLong ? (
        <p className="wizard-note">
          That is longer than the {daysText(Number(draft.maxDays))} that it may run.
          {alternatives.length === 0 ? ' Look for a larger change, or bring more traffic.' : ''}
        </p>
      ) : null}
      {isTooLong && alternatives.length > 0 ? (
        <ul className="power-ways">
          {alternatives.map((way) => (
            <li key={`${way.variants} ${way.mde_rel} ${way.days}`}>
              <Way way={way} draft={draft} change={change} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type WayProps = {
  way: TestPower['alternatives'][number];
  draft: TestDraft;
  change: StepFields['change'];
};

/** A way to make the test shorter, applied at once where one number changes. */
function Way({ way: { variants, mde_rel, days }, draft, change }: WayProps) {
  const time = `about ${daysText(days)}`;
  if (variants !== draft.variants.length) {
    return <p>{`With ${variants} variants: ${time}.`}</p>;
  }
  const mde = String(Number((mde_rel * 100).toFixed(4)));
  const isAllTraffic = Number(mde) === Number(draft.mde);
  return (
    <Button size="small" onClick={() => change(isAllTraffic ? { traffic: '100' } : { mde })}>
      {isAllTraffic
        ? `With all traffic: ${time}`
        : `For a change of ${exactPercent(mde_rel)}: ${time}`}
    </Button>
  );
}

/** About 16 days with your 1,200 visitors a day. */
function daysSentence(
  { days, daily_units, baseline }: TestPower,
  { unit }: Pick<TestDraft, 'unit'>,
): string {
  const units = unitsWord[unit];
  if (baseline === null) {
    return 'The duration is unknown: the goal was not reached in the last 28 days.';
  }
  if (daily_units === null || daily_units <= 0) {
    return `The duration is unknown: there were no ${units} in the last 28 days.`;
  }
  const traffic = `your ${count(Math.round(daily_units))} ${units} a day`;
  return days === null
    ? `The duration with ${traffic} is unknown.`
    : `About ${daysText(days)} with ${traffic}.`;
}
