import pg from 'pg';

// The mover stays forever between the warehouse's answer and the end of the batch.
const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;

function query(this: pg.Client, ...given: unknown[]): unknown {
  const [asked] = given;
  const isDelete =
    typeof asked === 'object' && asked !== null && 'name' in asked && asked.name === 'mover-delete';
  if (!isDelete) return ask.apply(this, given);
  console.error('held');
  return new Promise(() => undefined);
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
