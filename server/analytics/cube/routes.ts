import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Call, serve, servePublic } from '../../plugins/serve.ts';
import { QueryProblem } from '../compiler/query.ts';
import type { AnalyticsReaderFor } from '../runner/analytics-reader.ts';
import { type Claim, type Grant, grantOf } from './grant.ts';
import { loadCubeQuery, multiResponse, singleResponse } from './load.ts';
import { metaOf } from './meta.ts';
import { analyticsTokens } from './token.ts';

export type CubeDependencies = {
  analyticsFor: AnalyticsReaderFor;
  /** Signs the tokens of the analytics endpoint. */
  secret: string;
  now: () => Date;
  /** Everything acknowledged before this instant is in the figures. */
  watermark: () => Promise<Date>;
  /** The part of a token's grant that its holder still has: a token outlives changes of its holder's access. */
  currentGrantOf: (claimed: Claim) => Promise<Grant>;
};

type CubeCall = Pick<Call<typeof endpoints.cubeLoad>, 'request' | 'leaving'>;

/** The endpoint that answers like Cube, and its tokens. */
export function cubeRoutes(app: FastifyInstance, dependencies: CubeDependencies): void {
  const { analyticsFor, secret, now, watermark, currentGrantOf } = dependencies;
  const tokens = analyticsTokens(secret, now);

  const known = new WeakMap<FastifyRequest, Promise<Grant>>();
  function grantFor(request: FastifyRequest): Promise<Grant> {
    const grant = known.get(request) ?? readGrant(request);
    known.set(request, grant);
    return grant;
  }
  const requireGrant = {
    async onRequest(request: FastifyRequest): Promise<void> {
      await grantFor(request);
    },
  };

  async function readGrant(request: FastifyRequest): Promise<Grant> {
    const header = request.headers.authorization;
    if (header === undefined) throw new Refusal(403, { error: "Authorization header isn't set" });
    if (/^Token /i.test(header)) return grantOf(await request.member());
    return currentGrantOf(await tokens.read(header.replace(/^Bearer /i, '')));
  }

  async function answer(
    { request, leaving }: CubeCall,
    query: unknown,
    queryType: string | undefined,
  ) {
    const grant = await grantFor(request);
    const isMulti = queryType === 'multi';
    try {
      const loaded = await loadCubeQuery(query, {
        ...analyticsFor(
          grant.user,
          leaving,
          grant.projects.map(({ id }) => id),
        ),
        isMulti,
        grant,
        now,
        watermark,
      });
      return isMulti ? multiResponse(loaded) : singleResponse(loaded);
    } catch (error) {
      if (!(error instanceof QueryProblem)) throw error;
      throw new Refusal(400, { error: `${error.field}: ${error.message}` });
    }
  }

  serve(app, endpoints.analyticsToken, async ({ access }) => tokens.issue(grantOf(access)));
  servePublic(
    app,
    endpoints.cubeLoad,
    ({ query, ...call }) => answer(call, query.query, query.queryType),
    requireGrant,
  );
  servePublic(
    app,
    endpoints.cubeLoadByPost,
    ({ body, ...call }) => answer(call, body.query, body.queryType),
    requireGrant,
  );
  servePublic(
    app,
    endpoints.cubeMeta,
    async ({ request }) => metaOf(analyticsFor((await grantFor(request)).user).model),
    requireGrant,
  );
}
