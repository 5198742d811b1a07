import { resetPasswordPath, verifyEmailPath } from '#contract/accounts/registration.ts';
import type { Letter } from '../mail/mail-text.ts';

/**
 * Mails about accounts. They contain no text that a stranger typed, so they cannot be used to send messages to other
 * people.
 */

export const verificationLetter = (to: string, base: string, token: string): Letter => ({
  to,
  subject: 'Confirm your address',
  says: ['Somebody signed up for Clickledger with this address. If it was you, follow the link.'],
  link: { label: 'Confirm and sign in', url: `${base}${verifyEmailPath}#${token}` },
  adds: ['The link works once, for 24 hours. If it was not you, do nothing: there is no account.'],
});

export const newAddressLetter = (to: string, base: string, token: string): Letter => ({
  to,
  subject: 'Confirm your new address',
  says: ['Somebody wants to use this address for their Clickledger account.'],
  link: { label: 'Use this address', url: `${base}${verifyEmailPath}#${token}` },
  adds: [
    'Open the link where you are signed in. It works once, for 24 hours. If it was not you, do nothing.',
  ],
});

export const takenAddressLetter = (to: string, base: string): Letter => ({
  to,
  subject: 'You already have an account',
  says: [
    'Somebody tried to use this address for a Clickledger account. It already has one.',
    'If it was you, sign in; the sign-in page also helps with a forgotten password.',
  ],
  link: { label: 'Sign in', url: `${base}/login` },
  adds: ['If it was not you, nothing has changed and there is nothing to do.'],
});

export const resetLetter = (to: string, base: string, token: string): Letter => ({
  to,
  subject: 'Set a new password',
  says: ['Somebody asked for a new password for your Clickledger account.'],
  link: { label: 'Set a new password', url: `${base}${resetPasswordPath}#${token}` },
  adds: [
    'The link works once, for 45 minutes. If it was not you, do nothing: your password stays as it is.',
  ],
});

export const passwordChangedLetter = (to: string, base: string): Letter => ({
  to,
  subject: 'Your password was changed',
  says: [
    'The password of your Clickledger account was changed, and every other session has ended.',
    'API tokens that you created go on until they are revoked.',
  ],
  link: { label: 'Sign in', url: `${base}/login` },
  adds: [
    'If it was not you, set a new password at once: the sign-in page helps. Then revoke the API tokens you do not know.',
  ],
});

export const addressChangedLetter = (to: string): Letter => ({
  to,
  subject: 'Your address was changed',
  says: [
    'Your Clickledger account now has another e-mail address. Mails about it no longer come here.',
    'If it was not you, ask whoever runs this installation for help.',
  ],
});
