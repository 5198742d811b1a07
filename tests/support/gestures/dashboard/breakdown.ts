import { within } from '@testing-library/react';
import type { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { columnOf } from '#views/dashboard/table/columns.tsx';
import { groupingNames } from '#views/dashboard/table/groupings.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

export const breakdownGestures: Gestures<typeof breakdownMachine> = {
  'table.recalled': fromElsewhere,
  'query.change': fromElsewhere,
  'row.open': async ({ label, grouping }, { user, screen }) => {
    await user.click(await screen.findByRole('button', { name: `Menu of ${label}` }));
    const by = await screen.findByRole('menuitem', { name: 'Open by' });
    by.focus();
    await user.keyboard('{ArrowRight}');
    await user.click(await screen.findByRole('menuitem', { name: groupingNames[grouping].one }));
  },
  'level.open': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'All' })),
  'level.up': async (_, { user, screen }) => {
    const [name] = await screen.findAllByRole('rowheader');
    name?.focus();
    await user.keyboard('{Backspace}');
  },
  'grouping.choose': async ({ grouping }, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: /^Rows:/ }));
    const { many: name } = groupingNames[grouping];
    await user.click(await screen.findByRole('menuitemradio', { name }));
  },
  'earning.set': async (_, hands) => pressChip(hands),
  'sort.choose': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Clicks' })),
  'columns.choose': async ({ columns }, { user, screen }) => {
    await screen.findByRole('grid');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const title = (name: (typeof columns)[number]) => columnOf(name).title;
    for (const name of columns) {
      const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: title(name) });
      if (!box.checked) await user.click(box);
    }
    const wanted = new Set(columns.map(title));
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox', { checked: true })) {
      const words = box.closest('label')?.textContent ?? '';
      if (!wanted.has(words)) await user.click(box);
    }
    await user.keyboard('{Escape}');
  },
  'find.change': async ({ text }, { user, screen }) => {
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), text);
  },
  'pageSize.choose': async ({ pageSize }, { user, screen }) => {
    await user.click(await screen.findByRole('button', { name: /^Rows per page/ }));
    const name = pageSize === 'all' ? 'All' : String(pageSize);
    await user.click(await screen.findByRole('menuitemradio', { name }));
  },
  'page.choose': (_, hands) => turnPage('Pages', hands),
  'spent.set': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: /without a sale$/ })),
  'estimate.set': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Show no estimated cost' })),
  'spentPage.choose': (_, hands) => turnPage('Pages without a sale', hands),
};

async function turnPage(name: string, { user, screen }: UserAndScreen) {
  const pages = within(await screen.findByRole('navigation', { name }));
  await user.click(pages.getByRole('button', { name: 'Next page' }));
}

async function pressChip({ user, screen }: UserAndScreen) {
  const remove = screen.queryByRole('button', { name: 'Show rows without server revenue too' });
  if (remove) await user.click(remove);
}
