import pg from 'pg';

// Every statement of a transaction is committed alone.
const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;

function query(this: pg.Client, ...given: unknown[]): unknown {
  const [text] = given;
  if (text !== 'begin' && text !== 'commit' && text !== 'rollback') return ask.apply(this, given);
  return Promise.resolve({ command: text.toUpperCase(), rows: [] });
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
