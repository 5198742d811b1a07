import { inviteDays } from '#contract/invites/schemas.ts';
import type { Letter } from '../mail/mail-text.ts';

type About = { to: string; by: string; projects: readonly string[] };

export const inviteLetter = ({ to, by, projects }: About, url: string): Letter => ({
  to,
  subject: `${by} invites you to ${listed(projects)}`,
  says: [`${by} invites you to work in ${listed(projects)} on Clickledger.`],
  link: { label: 'Accept the invite', url },
  adds: [
    `The link works once and for ${inviteDays} days. If you expected no invite you can ignore this mail.`,
  ],
});

/** For somebody with an account: there is nothing to accept. */
export const addedLetter = ({ to, by, projects }: About, url: string): Letter => ({
  to,
  subject: `${by} added you to ${listed(projects)}`,
  says: [`${by} added you to ${listed(projects)} on Clickledger.`],
  link: { label: 'Open Clickledger', url },
  adds: ['If you want no part in it, leave the project in its settings.'],
});

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.length} projects` : names.join(', ');
