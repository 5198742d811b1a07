import type { billingMachine } from '#machines/billing/billing.ts';
import type { Gestures } from '../../view-walk.tsx';

export const billingGestures: Gestures<typeof billingMachine> = {
  retry: async (_, { user, screen }) => user.click(screen.getByRole('button', { name: /^Retry/ })),
  'plan.choose': async ({ plan }, { user, screen }) =>
    user.click(
      screen.getByRole('button', { name: new RegExp(`^(Choose|Change to) ${plan.name}`) }),
    ),
  'plan.confirm': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: /^Change plan$|^End it$/ })),
  'plan.leave': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: /^Cancel$|^Later$/ })),
  'subscription.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel subscription' })),
  'subscription.resume': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Resume' })),
  'payment.confirm': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Confirm the payment' })),
  'card.change': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Change the card' })),
  'card.submit': async (_, { user, screen }) =>
    user.click(await screen.findByRole('button', { name: 'Use this card' })),
  'card.leave': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Keep the card' })),
  'problem.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
};
