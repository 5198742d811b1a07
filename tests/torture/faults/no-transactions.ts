import pg from 'pg';

// Every statement of a transaction is committed on its own.
const originalQuery = pg.Client.prototype.query as (...items: unknown[]) => unknown;

function query(this: pg.Client, ...items: unknown[]): unknown {
  const [text] = items;
  if (text !== 'begin' && text !== 'commit' && text !== 'rollback')
    return originalQuery.apply(this, items);
  return Promise.resolve({ command: text.toUpperCase(), rows: [] });
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
