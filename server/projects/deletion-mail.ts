import { dayOf } from '#contract/period.ts';
import type { MailContent } from '../mail/render-mail.ts';

type About = { to: string; name: string; at: Date };

/** Every owner is mailed, so that no owner can delete a project unnoticed by the others. */
export const projectDeletionMail = ({ to, name, at }: About, url: string): MailContent => ({
  to,
  subject: `${name} will be deleted on ${dayOf(at)}`,
  paragraphs: [
    `An owner of ${name} has asked Clickledger to delete it on ${dayOf(at)}, with all its figures.`,
    'Until then everything keeps working, and any owner can keep the project.',
  ],
  link: { label: 'Keep the project', url: `${url}/settings#data` },
  closing: ['You get this mail because you own this project.'],
});
