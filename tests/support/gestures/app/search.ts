import type { searchMachine } from '#machines/app/search.ts';
import type { Gestures, UserAndScreen } from '../../view-walk.tsx';

async function opened({ user, screen }: UserAndScreen): Promise<HTMLElement> {
  const field = screen.queryByRole('combobox', { name: 'Find a command' });
  if (field) return field;
  await user.click(screen.getByRole('button', { name: /^Commands/ }));
  return screen.findByRole('combobox', { name: 'Find a command' });
}

export const searchGestures: Gestures<typeof searchMachine> = {
  'text.change': async ({ text }, hands) => {
    const field = await opened(hands);
    await hands.user.clear(field);
    await hands.user.click(field);
    await hands.user.paste(text);
  },
  'search.close': async (_, hands) => {
    await opened(hands);
    await hands.user.keyboard('{Escape}');
  },
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry the search' })),
};
