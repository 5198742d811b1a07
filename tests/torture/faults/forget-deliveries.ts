import { randomBytes } from 'node:crypto';
import pg from 'pg';

// Every delivery gets a random id, so that a repeated one is not recognised.
const originalQuery = pg.Pool.prototype.query as (...items: unknown[]) => Promise<unknown>;

function query(this: pg.Pool, ...items: unknown[]): Promise<unknown> {
  const [request] = items;
  if (!isCollect(request)) return originalQuery.apply(this, items);
  const ids = request.values[0].map(() => randomBytes(16).toString('hex')).join(',');
  const values = request.values.map((value, index) => (index === 1 ? ids : value));
  return originalQuery.call(this, { ...request, values });
}

type Collect = { name: 'collect'; values: [unknown[], ...unknown[]] };

function isCollect(request: unknown): request is Collect {
  return (
    typeof request === 'object' &&
    request !== null &&
    'name' in request &&
    request.name === 'collect'
  );
}

pg.Pool.prototype.query = query as typeof pg.Pool.prototype.query;
