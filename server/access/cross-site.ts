import type { FastifyInstance } from 'fastify';
import { forbidden } from '../platform/refusal.ts';

/**
 * Refuses API calls that a page of another site makes with a visitor's browser. Tokens travel in a header that such a
 * page cannot set; this check is a second line of defence. Following a link to the API page stays possible.
 */
export function refuseOtherSites(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers, method, url }) => {
    const isApi = url.startsWith('/api/') || url.startsWith('/cubejs-api/');
    const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
    if (isApi && headers['sec-fetch-site'] === 'cross-site' && !isLink) {
      throw forbidden('Requests from other sites are not answered.');
    }
  });
}
