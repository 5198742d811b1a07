import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

// Removes no safeguard: the statements of a transaction are so far apart that a kill at any moment falls between two.
const pause = 10;
const originalQuery = pg.Client.prototype.query as (...items: unknown[]) => unknown;
const inTransaction = new WeakSet<pg.Client>();

async function slowly(client: pg.Client, items: unknown[]): Promise<unknown> {
  await delay(pause);
  try {
    return await originalQuery.apply(client, items);
  } finally {
    await delay(pause);
  }
}

function query(this: pg.Client, ...items: unknown[]): unknown {
  const [text] = items;
  if (text === 'begin') inTransaction.add(this);
  const isSlow = inTransaction.has(this) && typeof items.at(-1) !== 'function';
  if (text === 'commit' || text === 'rollback') inTransaction.delete(this);
  return isSlow ? slowly(this, items) : originalQuery.apply(this, items);
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
