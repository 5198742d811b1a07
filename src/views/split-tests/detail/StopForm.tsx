import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';

export function StopForm({ actor, test, onConfirm, onCancel }: ChangeFormProps) {
  return (
    <ChangeForm
      actor={actor}
      action="Stop"
      onSubmit={() => onConfirm({ kind: 'stop' })}
      onCancel={onCancel}
    >
      <p>
        No {test.unit} is assigned any more and its link leads to the control. A stopped test cannot
        go on; its results go on until the last window has closed.
      </p>
    </ChangeForm>
  );
}
