import type { reconcileValuesMachine } from '#machines/conversions/reconcile-values.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

const press = async (name: string | RegExp, { user, screen }: UserAndScreen) =>
  user.click(screen.getByRole('button', { name }));

/** The screen around it compares the lines. */
export const reconcileValuesGestures: Gestures<typeof reconcileValuesMachine> = {
  'lines.compared': fromElsewhere,
  'project.change': fromElsewhere,
  'values.start': (_, hands) => press('Use 1 of their values', hands),
  'values.apply': async ({ why }, hands) => {
    const { user, screen } = hands;
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), why.reason);
    await user.type(screen.getByRole('textbox', { name: 'Note' }), why.note);
    await press('Correct 1', hands);
  },
  'values.cancel': (_, hands) => press('Cancel', hands),
  'values.undo': (_, hands) => press('Undo', hands),
  'values.dismiss': (_, hands) => press('Dismiss', hands),
  retry: (_, hands) => press('Retry the corrections', hands),
};
