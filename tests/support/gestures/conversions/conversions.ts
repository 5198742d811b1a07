import type { conversionsMachine } from '#machines/conversions/conversions.ts';
import { type Gestures, told } from '../../viewed.tsx';

/** Links and the address switch the view. */
export const conversionsGestures: Gestures<typeof conversionsMachine> = {
  'address.recalled': told,
  'query.change': told,
  'member.change': told,
  'filter.changed': told,
  'list.restarted': told,
  'decision.made': told,
  'earning.set': async (_, { user, screen }) => {
    const button = screen.queryByRole('button', { name: 'Show rows without server revenue too' });
    return button ? user.click(button) : told;
  },
};
