import type { Session } from 'chdb';

/**
 * How many writes to files have failed since the process began. The engine breaks such a write off and goes on as if it
 * had come to an end, up to the answer that everything was kept; only its counter tells. What never happened has no row.
 */
export async function failedWrites(session: Session): Promise<number> {
  const answer = await session.queryAsync(
    `SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed' FORMAT TSV`,
  );
  return Number(Buffer.from(answer.bytes()).toString('utf8'));
}
