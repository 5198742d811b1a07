import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How long a request may take to arrive. */
const patience = 5_000;

const tooSlow = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/**
 * What every answer below `/t/` has in common: pages of any site may ask and read it, nobody keeps it, and who sends
 * too slowly is cut off. Bodies of beacons are text that holds JSON and are read by the parser that JSON gets.
 */
export function openToPages(scope: FastifyInstance, within = patience): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeContentTypeParser('text/plain');
  scope.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) =>
    parse(request, String(body), done),
  );
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', 'retry-after');
    reply.header('cross-origin-resource-policy', 'cross-origin');
    reply.header('cache-control', 'no-store');
    if (request.method === 'POST') cutOff(request, reply, within);
  });
}

function cutOff({ raw }: FastifyRequest, { raw: answer }: FastifyReply, within: number): void {
  const timer = setTimeout(() => {
    if (raw.complete || answer.headersSent) return;
    raw.socket.end(tooSlow, () => raw.destroy());
  }, within);
  const relax = () => clearTimeout(timer);
  raw.once('end', relax);
  for (const event of ['finish', 'close']) answer.once(event, relax);
}
