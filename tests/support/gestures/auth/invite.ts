import type { inviteMachine } from '#machines/auth/invite.ts';
import type { Gestures, UserAndScreen } from '../../view-walk.tsx';

const fill = async ({ user, screen }: UserAndScreen, name: string, text: string) => {
  const field = await screen.findByLabelText(name);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
};

export const inviteGestures: Gestures<typeof inviteMachine> = {
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'invite.accept': async ({ newcomer }, hands) => {
    const { user, screen } = hands;
    if (newcomer && screen.queryByLabelText('First name')) {
      await fill(hands, 'First name', newcomer.first_name);
      await fill(hands, 'Last name', newcomer.last_name);
      await fill(hands, 'Password', newcomer.password);
    }
    await user.click(await screen.findByRole('button', { name: /^Accept/ }));
  },
};
