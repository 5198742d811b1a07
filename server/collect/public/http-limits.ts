import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withExactNumbers } from '../../platform/exact-numbers.ts';
import { unavailable } from '../../platform/refusal.ts';

/** How long a request may take to arrive. */
const patience = 5_000;
/** The most requests handled at once, without those still arriving; one more would slow all of them down. */
const mostAtWork = 128;

const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * The rules of every answer below `/t/`: pages of any site may read it, caches must not store it, and slow senders are
 * cut off. Beyond the limit of concurrent requests the answer is a cheap 503. Beacons send text that holds JSON, which
 * is parsed like JSON.
 */
export function applyHttpLimits(scope: FastifyInstance, within = patience): void {
  let atWork = 0;
  const stayOut = () => {
    if (atWork >= mostAtWork) throw busy();
  };
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('text/plain');
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
    parse(request, withExactNumbers(String(body)), done),
  );
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', 'retry-after');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.header('cache-control', 'no-store');
    if (request.method === 'POST') cutOff(request, reply, within);
    stayOut();
  });
  scope.addHook('preHandler', async (_, reply) => {
    stayOut();
    atWork += 1;
    reply.raw.once('close', () => {
      atWork -= 1;
    });
  });
}

const busy = () =>
  unavailable(
    'Too many requests are arriving right now. Send it again later.',
    1 + Math.floor(Math.random() * 3),
  );

function cutOff({ raw }: FastifyRequest, { raw: answer }: FastifyReply, within: number): void {
  const timer = setTimeout(() => {
    if (raw.complete || answer.headersSent) return;
    raw.socket.end(tooSlow, () => raw.destroy());
  }, within);
  const relax = () => clearTimeout(timer);
  raw.once('end', relax);
  for (const event of ['finish', 'close']) answer.once(event, relax);
}
