import type { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Decisions, corrections and another project come from elsewhere on the screen. */
export const reconcileGestures: Gestures<typeof reconcileMachine> = {
  'rows.refresh': fromElsewhere,
  'values.taken': fromElsewhere,
  'project.change': fromElsewhere,
  'file.choose': async ({ file }, { user, screen }) =>
    user.upload(
      screen.getByLabelText(/^Choose (?:a|another) file$/),
      new File(['id'], file.name, { type: 'text/csv' }),
    ),
  'columns.change': async (_, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Their id is our/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'click id' }));
  },
  'decimal.choose': async (_, { user, screen }) => {
    const asked = screen.queryByRole('button', { name: /^A comma/ });
    if (asked) return user.click(asked);
    await user.click(screen.getByRole('button', { name: /^Decimals after a/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: /^comma/ }));
  },
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
};
