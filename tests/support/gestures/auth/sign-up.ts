import type { signUpMachine } from '#machines/auth/sign-up.ts';
import { fromElsewhere, type Gestures, type UserAndScreen } from '../../view-walk.tsx';

const fill = async ({ user, screen }: UserAndScreen, name: string, text: string) => {
  const field = await screen.findByLabelText(name);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
};

const press = async ({ user, screen }: UserAndScreen, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

export const signUpGestures: Gestures<typeof signUpMachine> = {
  'step.visited': fromElsewhere,
  'draft.change': fromElsewhere,
  'account.submit': async ({ account }, hands) => {
    await fill(hands, 'First name', account.first_name);
    await fill(hands, 'Last name', account.last_name);
    await fill(hands, 'Email', account.email);
    await fill(hands, 'Password', account.password);
    await press(hands, 'Create account');
  },
  'account.change': (_, hands) => press(hands, 'Use another address'),
  'company.submit': async ({ company }, hands) => {
    await fill(hands, 'Company name', company.name);
    await press(hands, 'Continue to payment');
  },
  'payment.submit': (_, hands) => press(hands, 'Continue to plans'),
  'plan.submit': (_, hands) => press(hands, /^Finish/),
  retry: (_, hands) => press(hands, /^Retry/),
};
