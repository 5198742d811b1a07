import { Field as BaseField } from '@base-ui/react/field';

/** What goes into a field, where its label does not say. */
export function FieldNote({ children }: { children: string }) {
  return <BaseField.Description className="field-note">{children}</BaseField.Description>;
}
