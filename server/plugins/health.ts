import type { FastifyInstance } from 'fastify';

/**
 * `/healthz`: this process answers. `/readyz`: both stores answer, a demo can be signed in to, and the process is not
 * stopping.
 */
export function health(app: FastifyInstance, ready: () => Promise<boolean>): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    const isReady = await ready();
    reply.code(isReady ? 200 : 503);
    return { status: isReady ? 'ready' : 'not ready' };
  });
}
