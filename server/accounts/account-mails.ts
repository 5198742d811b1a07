import { resetPasswordPath, verifyEmailPath } from '#contract/accounts/registration.ts';
import type { MailContent } from '../mail/render-mail.ts';

/**
 * Mails about accounts. They contain no text that a stranger typed, so they cannot be used to send messages to other
 * people.
 */

export const verificationMail = (to: string, base: string, token: string): MailContent => ({
  to,
  subject: 'Confirm your address',
  paragraphs: [
    'Someone signed up for Clickledger with this address. If it was you, follow the link.',
  ],
  link: { label: 'Confirm and sign in', url: `${base}${verifyEmailPath}#${token}` },
  closing: [
    'The link works once and expires after 24 hours. If it was not you, ignore this mail: no account was created.',
  ],
});

export const newAddressMail = (to: string, base: string, token: string): MailContent => ({
  to,
  subject: 'Confirm your new address',
  paragraphs: ['Someone wants to use this address for their Clickledger account.'],
  link: { label: 'Use this address', url: `${base}${verifyEmailPath}#${token}` },
  closing: [
    'Open the link in the browser where you are signed in. It works once and expires after 24 hours. If it was not you, ignore this mail.',
  ],
});

export const takenAddressMail = (to: string, base: string): MailContent => ({
  to,
  subject: 'You already have an account',
  paragraphs: [
    'Someone tried to use this address for a Clickledger account. It already has one.',
    'If it was you, sign in; the sign-in page also helps with a forgotten password.',
  ],
  link: { label: 'Sign in', url: `${base}/login` },
  closing: ['If it was not you, nothing has changed and you can ignore this mail.'],
});

export const passwordResetMail = (to: string, base: string, token: string): MailContent => ({
  to,
  subject: 'Set a new password',
  paragraphs: ['Someone asked for a new password for your Clickledger account.'],
  link: { label: 'Set a new password', url: `${base}${resetPasswordPath}#${token}` },
  closing: [
    'The link works once and expires after 45 minutes. If it was not you, ignore this mail: your password stays the same.',
  ],
});

export const passwordChangedMail = (to: string, base: string): MailContent => ({
  to,
  subject: 'Your password was changed',
  paragraphs: [
    'The password of your Clickledger account was changed, and every other session has ended.',
    'API tokens that you created keep working until they are revoked.',
  ],
  link: { label: 'Sign in', url: `${base}/login` },
  closing: [
    'If it was not you, set a new password at once: the sign-in page helps. Then revoke the API tokens you do not know.',
  ],
});

export const addressChangedMail = (to: string): MailContent => ({
  to,
  subject: 'Your address was changed',
  paragraphs: [
    'Your Clickledger account now has another e-mail address. Mails about it no longer come here.',
    'If it was not you, ask the administrator of this installation for help.',
  ],
});
