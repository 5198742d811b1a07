import type { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** The query comes from the selection. */
export const weekdayHoursGestures: Gestures<typeof weekdayHoursMachine> = {
  'query.change': fromElsewhere,
  'panel.open': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Show hours of the week' })),
  'measure.choose': async (_, { user, screen }) => {
    await user.click(await screen.findByRole('button', { name: /^Compare by/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Clicks' }));
  },
};
