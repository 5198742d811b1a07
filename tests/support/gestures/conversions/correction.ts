import type { correctionMachine } from '#machines/conversions/correction.ts';
import type { Gestures, UserAndScreen } from '../../view-walk.tsx';

const press = async (name: string, { user, screen }: UserAndScreen) =>
  user.click(screen.getByRole('button', { name }));

export const correctionGestures: Gestures<typeof correctionMachine> = {
  'correction.start': (_, hands) => press('Correct the money', hands),
  'correction.save': async ({ draft }, hands) => {
    const { user, screen } = hands;
    const fields = { Revenue: draft.amount_revenue, Payout: draft.amount_payout, Note: draft.note };
    for (const [name, text] of Object.entries(fields)) {
      await user.clear(screen.getByRole('textbox', { name }));
      await user.type(screen.getByRole('textbox', { name }), text);
    }
    await press('Save correction', hands);
  },
  'correction.cancel': (_, hands) => press('Cancel', hands),
  'correction.reverse': (_, hands) => press('Take back', hands),
  retry: (_, hands) => press('Retry taking back', hands),
};
