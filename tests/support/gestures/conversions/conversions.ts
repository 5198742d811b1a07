import type { conversionsMachine } from '#machines/conversions/conversions.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

/** Links and the address switch the view. */
export const conversionsGestures: Gestures<typeof conversionsMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'filter.changed': fromElsewhere,
  'list.restarted': fromElsewhere,
  'list.read': fromElsewhere,
  'decision.made': fromElsewhere,
  'earning.set': async (_, { user, screen }) => {
    const button = screen.queryByRole('button', { name: 'Show rows without server revenue too' });
    return button ? user.click(button) : fromElsewhere;
  },
};
