import type { RemovalRefused } from './repository.ts';

/** Why a pixel cannot be removed, and what to do. */
export function whyItStays(refused: NonNullable<RemovalRefused>): string {
  if (refused.reason === 'primary')
    return 'This is the primary pixel of the project and cannot be removed. Make another one primary first.';
  const { by } = refused;
  const waiting = by === 1 ? 'An event pixel waits' : `${by} event pixels wait`;
  return `${waiting} for its event. Remove them or give them another event first.`;
}
