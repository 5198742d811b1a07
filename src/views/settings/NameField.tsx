import { FormField } from '../kit/FormField.tsx';

/** The first field of a form in a sheet: the name that its user gives something. */
export function NameField({ name, note }: { name: string; note?: string }) {
  return (
    <FormField
      name="name"
      label="Name"
      autoComplete="off"
      autoFocus
      defaultValue={name}
      note={note}
    />
  );
}
