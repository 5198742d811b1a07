import type { shareMachine } from '#machines/app/share.ts';
import type { Gestures } from '../../view-walk.tsx';

export const shareGestures: Gestures<typeof shareMachine> = {
  'link.copy': async ({ isFrozen }, { user, screen }) => {
    const trigger = screen.getByRole('button', { name: 'Views' });
    if (trigger.getAttribute('aria-expanded') !== 'true') await user.click(trigger);
    const name = isFrozen ? /^Copy frozen snapshot/ : /^Copy link/;
    await user.click(await screen.findByRole('button', { name }));
  },
  'link.close': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Views' })),
};
