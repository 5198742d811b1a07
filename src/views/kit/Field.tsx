import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';

/**
 * A field around one control, with its label, note and errors. They belong to the control without further wiring.
 * Errors are those that its form has for `name`, or `faults` where a machine checks what is typed.
 */
export function Field({
  name,
  label,
  note,
  faults = [],
  className = 'field',
  isLabelHidden = false,
  onLeave,
  children,
}: {
  name?: string | undefined;
  label: ReactNode;
  note?: ReactNode;
  faults?: readonly string[] | undefined;
  className?: string;
  /** Whether only screen readers read the label. */
  isLabelHidden?: boolean;
  /** Called when the focus leaves the control. */
  onLeave?: () => void;
  children: ReactNode;
}) {
  const isWrong = faults.length > 0;
  return (
    <BaseField.Root
      {...(name ? { name } : {})}
      className={className}
      invalid={isWrong}
      onBlur={onLeave}
    >
      <BaseField.Label className={isLabelHidden ? 'only-read' : 'field-label'}>
        {label}
      </BaseField.Label>
      {children}
      {note ? <BaseField.Description className="field-note">{note}</BaseField.Description> : null}
      {isWrong ? (
        <BaseField.Error className="field-error" match>
          {faults.join(' ')}
        </BaseField.Error>
      ) : (
        <BaseField.Error className="field-error" />
      )}
    </BaseField.Root>
  );
}
