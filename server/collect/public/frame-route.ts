import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { type FrameQuery, type FrameToken, frameTokens } from '#contract/collect/public.ts';
import { endpoints } from '#contract/endpoints.ts';
import { notFound } from '../../platform/refusal.ts';
import { truncateAddress } from '../network-address.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { isSigned } from './frame-signature.ts';
import { tooManyRequests } from './retry-after.ts';
import type { TokenBuckets } from './token-buckets.ts';

const found = `
select p.approved_code as code, o.collect_key_hash as secret
from event_pixels p
  join affiliates a on a.id = p.affiliate_id
  join projects o on o.id = a.project_id
  join master_pixels m on m.project_id = a.project_id
where p.id = $1 and p.type = 'html' and p.status = 'active' and p.removed_at is null and p.approved_code is not null
  and m.public_key = $2 and m.status = 'active' and m.removed_at is null
  and 'approved' = any(p.fire_on)`;

/** A pixel fires once per event id, however often the page is loaded. */
const fired = `
insert into pixel_deliveries (pixel_id, conversion_id, status, event_id, idempotency_key, host, payout, state,
  attempts, next_at, outcome, tries, tried_at, created_at, finished_at)
values ($1, $2, 'approved', $3, $3, 'browser', 0, 'done', 1, $4, 'ok', $5, $4, $4, $4)
on conflict do nothing returning id`;

type Dependencies = { pool: pg.Pool; now: () => Date; networks: TokenBuckets };

/**
 * `GET /t/f/{id}`: the code of a pixel for a sandboxed frame in a shop's page. The frame has no origin: it can read
 * neither the page nor data of this installation, and reaches only the hosts that the pixel names.
 */
export function frameRoute(scope: FastifyInstance, { pool, now, networks }: Dependencies): void {
  const { method, path, summary, tag, params, query } = endpoints.pixelFrame;
  scope.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    exposeHeadRoute: false,
    config: { needsDatabase: true },
    schema: { summary, tags: [tag], params, querystring: query },
    handler: async (request, reply) => {
      const wait = await orUnavailable(networks.take(truncateAddress(request.ip), 1));
      if (wait > 0) throw tooManyRequests(wait);
      const { id } = request.params;
      const { k: key, until, seal: _seal, ...tokens } = request.query;
      const { rows } = await orUnavailable(
        pool.query<{ code: string; secret: Buffer }>(found, [id, key]),
      );
      const [pixel] = rows;
      const at = now();
      const isGivenOut =
        pixel !== undefined &&
        Number(until) > at.getTime() &&
        isSigned(pixel.secret, id, request.query);
      if (!isGivenOut) throw notFound();
      const { code } = pixel;
      const tries = [{ at: at.toISOString(), outcome: 'ok', http_status: null, latency_ms: 0 }];
      const { rowCount } = await orUnavailable(
        pool.query(fired, [
          id,
          `browser:${tokens.event_id}`,
          tokens.event_id,
          at,
          JSON.stringify(tries),
        ]),
      );
      if (rowCount === 0) return reply.code(204).send();
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policyFor(code))
        .removeHeader('x-frame-options')
        .header('referrer-policy', 'no-referrer')
        .send(`<!doctype html><title>Pixel</title>${filledCode(code, tokens)}`);
    },
  });
}

/**
 * Only tokens are replaced; other braces belong to the code. Values are encoded so that they cannot end a string or a
 * tag.
 */
function filledCode(code: string, tokens: Pick<FrameQuery, FrameToken>): string {
  return frameTokens.reduce(
    (filled, token) => filled.replaceAll(`{${token}}`, () => encoded(tokens[token] ?? '')),
    code,
  );
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/['()*!~]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

function policyFor(code: string): string {
  const named = [...code.matchAll(/(?:https?:)?\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?)/gi)];
  const hosts = [...new Set(named.map(([, host = '']) => host.toLowerCase()))].join(' ');
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'unsafe-inline' ${hosts}`,
    `img-src data: ${hosts}`,
    `connect-src ${hosts || "'none'"}`,
    `frame-src ${hosts || "'none'"}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
