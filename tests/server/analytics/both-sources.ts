import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { createCube } from '#services/dashboard/cube/client.ts';
import { cubeReports } from '#services/dashboard/cube/reports.ts';
import { restReports } from '#services/dashboard/reports.ts';
import { createApi } from '#services/kit/api.ts';

/** The server behind a `fetch`, so that the browser's own services can call it. */
const servedBy =
  (app: FastifyInstance): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    const answer = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: `${pathname}${search}`,
      headers: Object.fromEntries(request.headers),
      ...(body === '' ? {} : { payload: body }),
    });
    return new Response(answer.body, {
      status: answer.statusCode,
      headers: { 'Content-Type': String(answer.headers['content-type']) },
    });
  };

/** The two ways in which the browser reads its reports, for the holder of a token. */
export function bothSources(app: FastifyInstance, holder: string, clock: () => Date) {
  const served = servedBy(app);
  const token = () => holder;
  const now = () => clock().getTime();
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: served,
    token,
    onTokenRejected: expect.unreachable,
    onContractBroken: (_, reason) => {
      throw reason;
    },
  });
  const cube = createCube({
    api,
    fetch: served,
    url: 'http://clickledger.test/cubejs-api/v1',
    token,
    now,
  });
  const history = { hasEvents: async () => true, learnFrom() {} };
  const rest = restReports(api, history);
  const longTable = () => expect.unreachable('No table here is long.');
  return { rest, cube: cubeReports({ cube, api, history, longTable, now }) };
}
