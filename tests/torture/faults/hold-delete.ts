import pg from 'pg';

// The mover stays forever between the warehouse's answer and the end of the batch.
const originalQuery = pg.Client.prototype.query as (...items: unknown[]) => unknown;

function query(this: pg.Client, ...items: unknown[]): unknown {
  const [request] = items;
  const isDelete =
    typeof request === 'object' &&
    request !== null &&
    'name' in request &&
    request.name === 'mover-delete';
  if (!isDelete) return originalQuery.apply(this, items);
  console.error('held');
  return new Promise(() => undefined);
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
