import type { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The buttons that begin a change are those of other parts of the screen. */
export const testChangeGestures: Gestures<typeof testChangeMachine> = {
  'change.ask': fromElsewhere,
  'change.run': fromElsewhere,
  'change.confirm': async ({ change }, { user, screen }) => {
    if (change.kind === 'decide') {
      const note = screen.queryByLabelText('What you learned (optional)');
      if (!note) return fromElsewhere;
      await user.clear(note);
      await user.type(note, change.note);
      return user.click(screen.getByRole('button', { name: 'Decide' }));
    }
    const start = screen.queryByRole('button', { name: 'Start' });
    return start ? user.click(start) : fromElsewhere;
  },
  'change.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: /^(Cancel|Dismiss)$/ })),
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: 'Retry' })),
};
