import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Call, serve, servePublic } from '../../plugins/serve.ts';
import { QueryProblem } from '../compiler/query.ts';
import type { ReadingFor } from '../runner/readings.ts';
import { type Grant, grantOf, knownAffidsIn } from './grant.ts';
import { load, multi, single } from './load.ts';
import { metaOf } from './meta.ts';
import { analyticsTokens } from './token.ts';

export type CubeDependencies = {
  pool: pg.Pool;
  readingFor: ReadingFor;
  /** Signs the tokens of the analytics endpoint. */
  secret: string;
  now: () => Date;
  /** Everything acknowledged before this instant is in the figures. */
  watermark: () => Promise<Date>;
  /** A signed token outlives what happens to its holder: the part of it that is still theirs. */
  stillGranted: (claimed: Grant) => Promise<Grant>;
};

type Asked = Pick<Call<typeof endpoints.cubeLoad>, 'request' | 'leaving'>;

/** The endpoint that answers as Cube does, and the tokens it takes. */
export function cubeRoutes(app: FastifyInstance, dependencies: CubeDependencies): void {
  const { pool, readingFor, secret, now, watermark, stillGranted } = dependencies;
  const tokens = analyticsTokens(secret, now);
  const knownAffids = knownAffidsIn(pool);

  async function grantFor(request: FastifyRequest): Promise<Grant> {
    const header = request.headers.authorization;
    if (header === undefined) throw new Refusal(403, { error: "Authorization header isn't set" });
    if (/^Token /i.test(header)) return grantOf(await request.member());
    return stillGranted(await tokens.read(header.replace(/^Bearer /i, '')));
  }

  async function answer(
    { request, leaving }: Asked,
    query: unknown,
    queryType: string | undefined,
  ) {
    const grant = await grantFor(request);
    const isMulti = queryType === 'multi';
    try {
      const loaded = await load(query, {
        ...readingFor(grant.user, leaving),
        isMulti,
        grant,
        knownAffids,
        now,
        watermark,
      });
      return isMulti ? multi(loaded) : single(loaded);
    } catch (error) {
      if (!(error instanceof QueryProblem)) throw error;
      throw new Refusal(400, { error: `${error.field}: ${error.message}` });
    }
  }

  serve(app, endpoints.analyticsToken, async ({ access }) => tokens.issue(grantOf(access)));
  servePublic(app, endpoints.cubeLoad, ({ query, ...asked }) =>
    answer(asked, query.query, query.queryType),
  );
  servePublic(app, endpoints.cubeLoadByPost, ({ body, ...asked }) =>
    answer(asked, body.query, body.queryType),
  );
  servePublic(app, endpoints.cubeMeta, async ({ request }) =>
    metaOf(readingFor((await grantFor(request)).user).model),
  );
}
