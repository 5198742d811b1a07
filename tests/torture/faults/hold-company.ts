import pg from 'pg';

// Removes no safeguard: a new company stays forever between the insert of its own row and of its pixel.
const originalQuery = pg.Client.prototype.query as (...items: unknown[]) => unknown;

function query(this: pg.Client, ...items: unknown[]): unknown {
  const [request] = items;
  const isPixel =
    typeof request === 'object' &&
    request !== null &&
    'text' in request &&
    String(request.text).startsWith('insert into "master_pixels"');
  if (!isPixel) return originalQuery.apply(this, items);
  console.error('half a company');
  return new Promise(() => undefined);
}

pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
