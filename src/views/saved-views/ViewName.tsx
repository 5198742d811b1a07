import { Field as BaseField } from '@base-ui/react/field';
import { Button } from '../kit/Button.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';

const nameSchema = async () => (await import('#contract/saved-views/schemas.ts')).viewNameSchema;

/** Asks for the name of a view. */
export function ViewName({
  label,
  act,
  given = '',
  isWanted = false,
  onName,
}: {
  label: string;
  act: string;
  given?: string;
  /** Whether the keyboard is to be in the field from the start. */
  isWanted?: boolean;
  onName: (name: string) => void;
}) {
  return (
    <SchemaForm name={label} schema={nameSchema} onAnswers={({ name }) => onName(name)}>
      <BaseField.Root name="name" className="views-name">
        <BaseField.Label className="only-read">{label}</BaseField.Label>
        <BaseField.Control
          className="input"
          defaultValue={given}
          placeholder={label}
          autoComplete="off"
          autoFocus={isWanted}
          maxLength={80}
        />
        <Button type="submit">{act}</Button>
        <BaseField.Error className="field-error" />
      </BaseField.Root>
    </SchemaForm>
  );
}
