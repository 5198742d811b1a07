import { Server } from 'node:http';

// Slow senders are never cut off.
const listen = Server.prototype.listen as (this: Server, ...items: unknown[]) => Server;

function endlessly(this: Server, ...items: unknown[]): Server {
  this.headersTimeout = 0;
  this.requestTimeout = 0;
  return listen.apply(this, items);
}

Server.prototype.listen = endlessly as typeof Server.prototype.listen;
