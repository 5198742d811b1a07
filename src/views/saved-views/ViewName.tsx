import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
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
      <Field name="name" label={label} className="views-name" isLabelHidden>
        <FieldInput
          defaultValue={initial}
          placeholder={label}
          autoComplete="off"
          autoFocus={isWanted}
          maxLength={80}
        />
        <Button type="submit">{action}</Button>
      </Field>
    </SchemaForm>
  );
}
