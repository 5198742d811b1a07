import { dayOf } from '../billing/cycle.ts';
import type { Letter } from '../mail/mail-text.ts';

type About = { to: string; name: string; at: Date };

/** Every owner hears of it, so that one alone cannot take a project from the others unseen. */
export const deletionLetter = ({ to, name, at }: About, url: string): Letter => ({
  to,
  subject: `${name} will be deleted on ${dayOf(at)}`,
  says: [
    `An owner of ${name} has asked Clickledger to delete it on ${dayOf(at)}, with all its figures.`,
    'Until then everything goes on, and any owner can keep it.',
  ],
  link: { label: 'Keep the project', url: `${url}/settings#data` },
  adds: ['You get this mail because you own this project.'],
});
