import type { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

const press = async (name: string | RegExp, { user, screen }: UserAndScreen) =>
  user.click(screen.getByRole('button', { name }));

const starts = { approved: 'Approve', rejected: 'Reject', reversed: 'Reverse', pending: 'Hold' };

/** Rows are chosen in the log, which clears them when it reloads; an earlier decision is in the conversion detail. */
export const conversionDecisionGestures: Gestures<typeof conversionDecisionMachine> = {
  'rows.choose': fromElsewhere,
  'rows.clear': async (_, { user, screen }) => {
    const none = screen.queryByRole('button', { name: 'Select none' });
    return none ? user.click(none) : fromElsewhere;
  },
  'question.change': fromElsewhere,
  'decision.start': ({ to }, hands) => press(starts[to], hands),
  'decision.explain': async ({ why }, hands) => {
    const { user, screen } = hands;
    await user.selectOptions(screen.getByRole('combobox'), why.reason ?? '');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), why.note);
    await press('See the effect', hands);
  },
  'decision.apply': (_, hands) => press(/ 1$/, hands),
  'decision.cancel': (_, hands) => press('Cancel', hands),
  'decision.recall': fromElsewhere,
  'decision.undo': (_, hands) => press('Undo', hands),
  'decision.dismiss': (_, hands) => press('Dismiss', hands),
  retry: (_, hands) => press('Retry the decision', hands),
};
