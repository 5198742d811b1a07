import { ServerResponse } from 'node:http';

// Who is at work is forgotten at once, so that nobody is ever asked to come again later.
const once = ServerResponse.prototype.once as (
  this: ServerResponse,
  ...given: unknown[]
) => ServerResponse;

function forgetful(this: ServerResponse, ...given: unknown[]): ServerResponse {
  const [event, listener] = given;
  if (event !== 'close' || typeof listener !== 'function') return once.apply(this, given);
  listener();
  return this;
}

ServerResponse.prototype.once = forgetful as typeof ServerResponse.prototype.once;
