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

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.length} projects` : names.join(', ');
