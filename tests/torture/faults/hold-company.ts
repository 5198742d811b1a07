import pg from 'pg';

// Removes no safeguard: a new company stays forever between the insert of its own row and of its pixel.
const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;

function query(this: pg.Client, ...given: unknown[]): unknown {
  const [asked] = given;
  const isPixel =
    typeof asked === 'object' &&
    asked !== null &&
    'text' in asked &&
    String(asked.text).startsWith('insert into "master_pixels"');
  if (!isPixel) return ask.apply(this, given);
  console.error('half a company');
  return new Promise(() => undefined);
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
