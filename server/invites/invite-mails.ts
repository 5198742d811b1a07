import { inviteDays } from '#contract/invites/schemas.ts';
import type { MailContent } from '../mail/render-mail.ts';

type About = { to: string; by: string; projects: readonly string[] };

export const inviteMail = ({ to, by, projects }: About, url: string): MailContent => ({
  to,
  subject: `${by} invites you to ${listed(projects)}`,
  paragraphs: [`${by} invites you to work in ${listed(projects)} on Clickledger.`],
  link: { label: 'Accept the invite', url },
  closing: [
    `The link works once and for ${inviteDays} days. If you did not expect an invite, you can ignore this mail.`,
  ],
});

/** For an existing account, which has nothing to accept. */
export const addedToProjectsMail = ({ to, by, projects }: About, url: string): MailContent => ({
  to,
  subject: `${by} added you to ${listed(projects)}`,
  paragraphs: [`${by} added you to ${listed(projects)} on Clickledger.`],
  link: { label: 'Open Clickledger', url },
  closing: ['If you do not want to take part, leave the project in its settings.'],
});

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.length} projects` : names.join(', ');
