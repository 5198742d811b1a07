import { Field as BaseField } from '@base-ui/react/field';

/** A hint about what to enter. */
export function FieldNote({ children }: { children: string }) {
  return <BaseField.Description className="field-note">{children}</BaseField.Description>;
}
