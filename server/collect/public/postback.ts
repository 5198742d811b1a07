import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { endpoints } from '#contract/endpoints.ts';
import { parseQueryString } from '../../plugins/query-string.ts';
import { forbidden, invalid } from '../../plugins/refusal.ts';
import { acceptEvents } from '../accept.ts';
import { answered } from '../answered.ts';
import type { Inbox } from '../inbox.ts';
import type { KeyRing } from '../keys.ts';
import type { CollectProject } from '../project.ts';

export type PostbackDependencies = { inbox: Inbox; keys: KeyRing; now: () => Date };

/** `/t/pb`: conversions as networks report them, with the key of the server and therefore on the server's side. */
export function postbackRoutes(scope: FastifyInstance, dependencies: PostbackDependencies): void {
  scope.register(async (inner) => {
    inner.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, parseQueryString(String(body))),
    );
    for (const endpoint of [endpoints.postback, endpoints.postbackByPost]) {
      const { method, path, summary, tag, query, status } = endpoint;
      inner.withTypeProvider<ZodTypeProvider>().route({
        method,
        url: path,
        exposeHeadRoute: false,
        schema: { summary, tags: [tag], querystring: query },
        handler: async (request, reply) => {
          reply.code(status).type('text/plain; charset=utf-8');
          return handle(dependencies, request, reply);
        },
      });
    }
  });
}

async function handle(
  { inbox, keys, now }: PostbackDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const said = saidIn(request);
  const key = said('key');
  if (key === undefined) throw missing('key');
  const project = await answered(keys.projectOf(key));
  if (!project) throw forbidden('This key is not known.');
  const clickId = said('click_id');
  if (clickId === undefined) throw missing('click_id');

  const event = eventOf(said, clickId, project);
  const arrival = { project, at: now(), backfill: false, rateOf: () => null };
  const { deliveries, refusals } = acceptEvents([event], arrival);
  const refused = refusals.map(({ code }) => code);
  const { duplicates } = await answered(inbox.keep(project.id, deliveries, refused));
  const [refusal] = refusals;
  if (refusal) throw invalid(refusal.field, refusal.message);
  return reply.send(duplicates > 0 ? 'duplicate' : 'OK');
}

type Said = (name: string) => string | undefined;

/** Networks say it in the address or in the body; what is empty was not said. */
function saidIn({ query, body }: FastifyRequest): Said {
  const given = new Map<string, unknown>([...entriesOf(query), ...entriesOf(body)]);
  return (name) => {
    const value = given.get(name);
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    return `${value}`.trim() || undefined;
  };
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** One conversion a transaction, and where a network names none, one a click. */
function eventOf(said: Said, clickId: string, { primaryEvent }: CollectProject) {
  const name = (said('event') ?? primaryEvent).toLowerCase();
  const [transaction, status, payout] = [said('txid'), said('status'), said('payout')];
  const value = said('value') ?? payout;
  return {
    event_name: name,
    click_id: clickId,
    ...(transaction === undefined ? { event_id: `click ${clickId}` } : { order_id: transaction }),
    delivery_id: `postback ${hash('sha256', JSON.stringify([name, transaction, clickId, status, value]))}`,
    value,
    ...(said('value') === undefined ? {} : { payout }),
    currency: said('currency'),
    status: status?.toLowerCase(),
    affid: said('affid'),
    affsub: said('affsub'),
  };
}

const missing = (field: string) => invalid(field, `${field} is missing.`);
