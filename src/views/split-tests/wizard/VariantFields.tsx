import { X } from 'lucide-react';
import type { TestKind } from '#contract/split-tests/definition.ts';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import type { DraftVariant } from '#model/split-test-draft.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { NumberField } from '../common/NumberField.tsx';
import { useChoices } from './ChoicesNotice.tsx';

/** One variant: its name, where it leads, its share, and whether it is the control. */
export function VariantFields({
  actor,
  kind,
  variant,
  faultsAt,
  onChange,
  onControl,
  onRemove,
}: {
  actor: SplitTestWizardActor;
  kind: TestKind;
  variant: DraftVariant;
  faultsAt: (field: string) => readonly string[];
  onChange: (variant: DraftVariant) => void;
  onControl: () => void;
  /** Null for one of two variants, the fewest that a test has. */
  onRemove: (() => void) | null;
}) {
  const { key, name, isControl, weight, url } = variant;
  return (
    <fieldset className="variant-fields">
      <legend className="variant-key">{`Variant ${key}`}</legend>
      <Field label="Name" faults={faultsAt('name')}>
        <FieldInput
          autoComplete="off"
          maxLength={130}
          value={name}
          onValueChange={(typed) => onChange({ ...variant, name: typed })}
        />
      </Field>
      {kind === 'offer' ? (
        <OfferField
          actor={actor}
          variant={variant}
          faults={faultsAt('offer')}
          onChange={onChange}
        />
      ) : (
        <Field label="Address of the page" faults={faultsAt('url')} className="field variant-place">
          <FieldInput
            type="text"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            maxLength={2_050}
            placeholder="https://"
            value={url}
            onValueChange={(typed) => onChange({ ...variant, url: typed })}
          />
        </Field>
      )}
      <NumberField
        label="Share"
        unit="%"
        value={weight}
        faults={faultsAt('weight_bp')}
        onChange={(typed) => onChange({ ...variant, weight: typed })}
      />
      <div className="variant-foot">
        <label className="variant-control">
          <input type="radio" name="test-control" checked={isControl} onChange={onControl} />
          Control, what there is now
        </label>
        {onRemove ? (
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove variant ${key}`}
            onClick={onRemove}
          >
            <X size={16} aria-hidden="true" />
          </button>
        ) : null}
      </div>
    </fieldset>
  );
}

function OfferField({
  actor,
  variant,
  faults,
  onChange,
}: {
  actor: SplitTestWizardActor;
  variant: DraftVariant;
  faults: readonly string[];
  onChange: (variant: DraftVariant) => void;
}) {
  const { offers } = useChoices(actor);
  const isListed = offers.some(({ id }) => id === variant.offer);
  return (
    <Field label="Offer" faults={faults} className="field variant-place">
      <FieldSelect
        value={variant.offer === null ? '' : String(variant.offer)}
        onValueChange={(id) => onChange({ ...variant, offer: id === '' ? null : Number(id) })}
      >
        <option value="">Choose an offer</option>
        {variant.offer === null || isListed ? null : (
          <option value={String(variant.offer)}>The stored offer</option>
        )}
        {offers.map(({ id, name, isActive }) => (
          <option key={id} value={String(id)}>
            {isActive ? name : `${name} (not active)`}
          </option>
        ))}
      </FieldSelect>
    </Field>
  );
}
