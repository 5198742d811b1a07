import { Field as BaseField } from '@base-ui/react/field';
import { Button } from '../kit/Button.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';

const nameSchema = async () => (await import('#contract/saved-views/schemas.ts')).viewNameSchema;

/** The name field of a view. */
export function ViewName({
  label,
  action,
  initial = '',
  isWanted = false,
  onName,
}: {
  label: string;
  action: string;
  initial?: string;
  /** Whether the field gets the focus at once. */
  isWanted?: boolean;
  onName: (name: string) => void;
}) {
  return (
    <SchemaForm name={label} schema={nameSchema} onAnswers={({ name }) => onName(name)}>
      <BaseField.Root name="name" className="views-name">
        <BaseField.Label className="only-read">{label}</BaseField.Label>
        <BaseField.Control
          className="input"
          defaultValue={initial}
          placeholder={label}
          autoComplete="off"
          autoFocus={isWanted}
          maxLength={80}
        />
        <Button type="submit">{action}</Button>
        <BaseField.Error className="field-error" />
      </BaseField.Root>
    </SchemaForm>
  );
}
