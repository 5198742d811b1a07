import { Popover } from '@base-ui/react/popover';
import { useSelector } from '@xstate/react';
import { Scale } from 'lucide-react';
import { useId } from 'react';
import { clocks, defaultAttribution, models } from '#contract/analytics/attribution.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { FloatingPopup } from '../kit/FloatingPopup.tsx';
import { PickerValue } from '../kit/PickerValue.tsx';
import { LookbackField } from './LookbackField.tsx';
import { clockWords, countingTitles, modelWords, sideWords } from './models.ts';

/** Selects the counting: the side, unique conversions or every report, and the attribution model. */
export function CountingChoice({ actor }: { actor: SelectionActor }) {
  const { model, lookbackDays, clock } = useSelector(actor, ({ context }) => context);
  const shown = [
    modelWords[model].name,
    `${lookbackDays} d`,
    ...(clock === defaultAttribution.clock ? [] : ['by click']),
  ];
  return (
    <Popover.Root>
      <Popover.Trigger className="trigger">
        <PickerValue icon={Scale} label="How to count" value={shown.join(', ')} />
      </Popover.Trigger>
      <FloatingPopup label="How to count" look="counting" align="end">
        <Counting actor={actor} />
      </FloatingPopup>
    </Popover.Root>
  );
}

function Counting({ actor }: { actor: SelectionActor }) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  return (
    <>
      <Choices
        title={countingTitles.side}
        value={context.browserConversions ? 'browser' : 'server'}
        words={sideWords}
        values={['server', 'browser']}
        onChoose={(side) => actor.send({ type: 'browserConversions.set', on: side === 'browser' })}
      />
      <label className="counting-switch">
        <span className="counting-words">
          <span className="counting-name">{countingTitles.once}</span>
          <span className="menu-note">Off counts every report, duplicates too.</span>
        </span>
        <input
          type="checkbox"
          className="switch"
          checked={context.uniqueConversions}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'uniqueConversions.set', on: currentTarget.checked })
          }
        />
      </label>
      <Choices
        title="Credit goes to"
        value={context.model}
        words={modelWords}
        values={models}
        onChoose={(model) => actor.send({ type: 'model.choose', model })}
      />
      <LookbackField
        key={context.lookbackDays}
        days={context.lookbackDays}
        onChoose={(days) => actor.send({ type: 'lookback.choose', days })}
      />
      <Choices
        title="Counted on"
        value={context.clock}
        words={clockWords}
        values={clocks}
        onChoose={(clock) => actor.send({ type: 'clock.choose', clock })}
      />
    </>
  );
}

function Choices<Value extends string>({
  title,
  value,
  values,
  words,
  onChoose,
}: {
  title: string;
  value: Value;
  values: readonly Value[];
  words: Record<Value, { name: string; text: string }>;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="counting-part">
      <legend className="counting-title">{title}</legend>
      {values.map((one) => (
        <label key={one} className="counting-option">
          <input
            type="radio"
            className="radio"
            name={name}
            value={one}
            checked={one === value}
            onChange={() => onChoose(one)}
          />
          <span className="counting-words">
            <span className="counting-name">{words[one].name}</span>
            <span className="menu-note">{words[one].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
