import type { breakdownMachine } from '#machines/breakdown.ts';
import { type Gestures, told } from '../viewed.tsx';

export const breakdownGestures: Gestures<typeof breakdownMachine> = {
  'query.change': told,
  'row.open': async ({ label }, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: label })),
  'campaigns.open': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'All campaigns' })),
  'adSets.open': async (_, { user, screen }) => {
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' });
    const [, campaign] = crumbs.querySelectorAll('button');
    if (campaign) await user.click(campaign);
  },
  'sort.choose': async ({ sort }, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: new RegExp(`^${sort}$`, 'i') })),
  'pageSize.choose': async ({ pageSize }, { user, screen }) => {
    await user.click(await screen.findByRole('button', { name: /^Rows per page/ }));
    const name = pageSize === 'all' ? 'All' : String(pageSize);
    await user.click(await screen.findByRole('menuitemradio', { name }));
  },
  'page.choose': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Next page' })),
};
