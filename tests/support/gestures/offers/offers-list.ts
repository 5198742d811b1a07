import type { offersListMachine } from '#machines/offers/offers-list.ts';
import { bundle, trial } from '../../offers.ts';
import { fromElsewhere, type Gestures } from '../../view-walk.tsx';

export const offersListGestures: Gestures<typeof offersListMachine> = {
  'address.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'member.change': fromElsewhere,
  'list.read': fromElsewhere,
  'offers.changed': fromElsewhere,
  'import.open': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Import CSV' })),
  'import.close': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel' })),
  'range.choose': async (_, { user, screen }) => {
    if (screen.queryByRole('dialog')) return fromElsewhere;
    await user.click(screen.getByRole('button', { name: /Date range/ }));
    return user.click(await screen.findByRole('button', { name: 'Last 14 days' }));
  },
  'params.change': async ({ params: { find = '' } }, { user, screen }) => {
    const field = screen.queryByRole('searchbox', { name: /^Name, id, advertiser/ });
    if (!field) return fromElsewhere;
    await user.click(field);
    return find === '' ? user.clear(field) : user.paste(find);
  },
  'offers.choose': async ({ isChosen }, { user, screen }) => {
    const box = (name: string) =>
      screen.queryByRole<HTMLInputElement>('checkbox', { name: `Choose ${name}` });
    const [one, other] = [box(bundle.name), box(trial.name)];
    if (!isChosen || !one || other?.checked || one.checked) return fromElsewhere;
    return user.click(one);
  },
};
