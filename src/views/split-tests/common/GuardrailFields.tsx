import { X } from 'lucide-react';
import { goalTypes, type TestUnit } from '#contract/split-tests/definition.ts';
import type { DraftGuardrail } from '#model/split-test-draft.ts';
import { ChoiceField } from '../../kit/ChoiceField.tsx';
import { EventField } from './EventField.tsx';
import { NumberField } from './NumberField.tsx';
import { directionWords, goalWordsOf } from './words.ts';

/** A figure that must not get worse by more than it may. */
export function GuardrailFields({
  unit,
  events,
  guardrail,
  number,
  faultsAt,
  onChange,
  onRemove,
}: {
  unit: TestUnit;
  events: readonly string[];
  guardrail: DraftGuardrail;
  number: number;
  faultsAt: (field: string) => readonly string[];
  onChange: (guardrail: DraftGuardrail) => void;
  onRemove: () => void;
}) {
  const set = (more: Partial<DraftGuardrail>) => onChange({ ...guardrail, ...more });
  return (
    <fieldset className="variant-fields guardrail">
      <legend className="variant-key">{`Guardrail ${number}`}</legend>
      <ChoiceField
        label="Figure"
        value={guardrail.type}
        values={goalTypes}
        words={goalWordsOf(unit)}
        faults={faultsAt('type')}
        onChange={(type) => set({ type })}
      />
      <EventField
        label="Event"
        value={guardrail.event}
        faults={faultsAt('event')}
        events={events}
        onChange={(event) => set({ event })}
      />
      <ChoiceField
        label="Better is"
        value={guardrail.direction}
        values={['up', 'down']}
        words={directionWords}
        onChange={(direction) => set({ direction })}
      />
      <NumberField
        label="May get worse by"
        unit="%"
        value={guardrail.harm}
        faults={faultsAt('max_harm_rel')}
        onChange={(harm) => set({ harm })}
      />
      <div className="variant-foot">
        <button
          type="button"
          className="icon-button"
          aria-label={`Remove guardrail ${number}`}
          onClick={onRemove}
        >
          <X size={16} aria-hidden="true" />
        </button>
      </div>
    </fieldset>
  );
}
