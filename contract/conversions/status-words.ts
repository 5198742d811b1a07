import type { conversionStatuses } from './query.ts';

type Status = (typeof conversionStatuses)[number];

/** What networks and shops call a status. A lead or a hold is not confirmed yet; a network throws trash away. */
const words: Record<Status, string> = {
  approved: 'approved sale paid confirmed accepted validated locked complete completed',
  pending: 'pending lead hold onhold open new unpaid authorized',
  rejected: 'rejected trash declined denied cancelled canceled void voided invalid',
  reversed: 'reversed refunded chargeback chargedback returned',
};

const statuses = new Map(
  (Object.keys(words) as Status[]).flatMap((status) =>
    words[status].split(' ').map((word) => [word, status] as const),
  ),
);

/** The status that a word of a network means; case, blanks and punctuation do not matter. */
export const statusOfWord = (text: string): Status | null =>
  statuses.get(text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')) ?? null;
