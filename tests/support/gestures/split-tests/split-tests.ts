import type { splitTestsMachine } from '#machines/split-tests/split-tests.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const splitTestsGestures: Gestures<typeof splitTestsMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'params.change': async ({ params: { find = '' } }, { user, screen }) => {
    const field = screen.queryByRole('searchbox', { name: 'Name, hypothesis or note of a test' });
    if (!field) return fromElsewhere;
    await user.click(field);
    return find === '' ? user.clear(field) : user.paste(find);
  },
};
