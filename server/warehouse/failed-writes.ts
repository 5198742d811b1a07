import type { Session } from 'chdb';

/**
 * The number of failed file writes since the process began. The engine ignores such failures and acknowledges the
 * insert; only this counter shows them. Without failures there is no row.
 */
export async function failedWrites(session: Session): Promise<number> {
  const answer = await session.queryAsync(
    `SELECT value FROM system.events WHERE event = 'WriteBufferFromFileDescriptorWriteFailed' FORMAT TSV`,
  );
  return Number(Buffer.from(answer.bytes()).toString('utf8'));
}
