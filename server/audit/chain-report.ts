import type pg from 'pg';
import { chainsIn, verify } from './hash-chain.ts';

/** Checks every chain and describes in a sentence each one that was tampered with. */
export async function chainReport(pool: pg.Pool): Promise<{ holds: boolean; sentences: string[] }> {
  let checked = 0;
  const broken: string[] = [];
  for (const chain of await chainsIn(pool)) {
    const verdict = await verify(pool, chain);
    checked += verdict.checked;
    if (verdict.brokenAt === 0) {
      broken.push(`The end of ${chain} is missing: ${verdict.checked} entries hold.`);
    } else if (verdict.brokenAt !== null) {
      broken.push(`Entry ${verdict.brokenAt} of ${chain} was changed after it was written.`);
    }
  }
  return { holds: broken.length === 0, sentences: [...broken, `${checked} entries hold.`] };
}
