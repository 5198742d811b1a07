import { Field as BaseField } from '@base-ui/react/field';

/** The input of a field; `render` makes it another element, such as a `textarea`. */
export function FieldInput(props: BaseField.Control.Props) {
  return <BaseField.Control className="input" {...props} />;
}
