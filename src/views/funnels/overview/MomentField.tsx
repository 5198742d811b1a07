import { Field as BaseField } from '@base-ui/react/field';

/** A day and a time, without seconds. */
export function MomentField({ label, defaultValue }: { label: string; defaultValue: string }) {
  return (
    <BaseField.Root name="moment" className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control className="input" type="datetime-local" defaultValue={defaultValue} />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
