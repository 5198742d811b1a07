import type { OfferStatus } from '#contract/offers/fields.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { statusWords } from './words.ts';

const meanings = {
  pending: 'warn',
  active: 'good',
  paused: null,
  expired: null,
  archived: null,
} as const;

export function OfferStatusChip({ status }: { status: OfferStatus }) {
  return (
    <StateDot look="offer-status" meaning={meanings[status]}>
      {statusWords[status]}
    </StateDot>
  );
}
