import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { endpoints } from '#contract/endpoints.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import { forbidden, invalid } from '../../platform/refusal.ts';
import { parseQueryString } from '../../plugins/query-string.ts';
import type { PostbackBook } from '../../postbacks/postback-recorder.ts';
import { acceptEvents } from '../accept.ts';
import { answered } from '../acknowledge.ts';
import type { CollectProject } from '../collect-project.ts';
import type { KeyRing } from '../key-ring.ts';
import { cameIn, type Said, saidIn } from './postback-fields.ts';
import type { TurnOf, Word } from './postback-statuses.ts';
import { unfilledIn } from './unfilled-macros.ts';

export type PostbackDependencies = {
  inbox: Inbox;
  keys: KeyRing;
  book: PostbackBook;
  turnOf: TurnOf;
  now: () => Date;
};

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
        config: { judgesText: true },
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
  { inbox, keys, book, turnOf, now }: PostbackDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const said = saidIn(request);
  const key = said('key');
  if (key === undefined) throw missing('key');
  const project = await answered(keys.projectOf(key));
  if (!project) throw forbidden('This key is not known.');
  const at = now();
  const came = cameIn(request, said, project, at);
  const clickId = said('click_id');
  if (clickId === undefined) {
    book.note({ ...came, ...unread('click_id', 'click_id is missing.') });
    throw missing('click_id');
  }
  const unfilled = unfilledIn(said);
  if (unfilled) {
    const { field, code } = unfilled;
    const message = `${field} was not filled by the network.`;
    await answered(inbox.keep(project.id, [], [code]));
    book.note({ ...came, ...unread(field, message) });
    throw invalid(field, message);
  }

  const event = eventOf(said, clickId, project);
  // News of a sale stands at its time, which may lie long ago.
  const arrival = { project, at, backfill: true, rateOf: () => null };
  const [refusal] = acceptEvents([event], arrival).refusals;
  if (refusal) {
    const { field, message } = asSaid(refusal, said);
    await answered(inbox.keep(project.id, [], [refusal.code]));
    book.note({ ...came, ...unread(field, message) });
    throw invalid(field, message);
  }
  const turn = await answered(turnOf(project.id, wordOf(event, project), at));
  const told = { ...event, delivery_id: `postback ${turn.id}`, event_time: turn.at.toISOString() };
  const { deliveries } = acceptEvents([told], arrival);
  const { duplicates } = await answered(inbox.keep(project.id, deliveries, []));
  const accepted = deliveries[0]?.accepted;
  const event_uid = accepted?.kind === 'event' ? accepted.event.event_uid : null;
  book.note({ ...came, event_uid, result: duplicates > 0 ? 'duplicate' : 'accepted' });
  return reply.send(duplicates > 0 ? 'duplicate' : 'OK');
}

/** What is wrong with it, by the name that the network gave it. */
function asSaid({ field, message }: { field: string; message: string }, said: Said) {
  const names: Record<string, string> = {
    event_name: 'event',
    event_id: 'click_id',
    order_id: 'txid',
    value: said('value') === undefined && said('payout') !== undefined ? 'payout' : 'value',
  };
  const name = names[field] ?? field;
  return {
    field: name,
    message: message.startsWith(`${field} `) ? `${name}${message.slice(field.length)}` : message,
  };
}

const unread = (field: string, message: string) =>
  ({ result: 'parse_error', field, message }) as const;

/** One conversion a transaction, and where a network names none, one a click. */
function eventOf(said: Said, clickId: string, { primaryEvent }: CollectProject) {
  const name = (said('event') ?? primaryEvent).toLowerCase();
  const [transaction, status, payout] = [said('txid'), said('status'), said('payout')];
  const value = said('value') ?? payout;
  return {
    event_name: name,
    click_id: clickId,
    ...(transaction === undefined ? { event_id: `click ${clickId}` } : { order_id: transaction }),
    value,
    ...(said('value') === undefined ? {} : { payout }),
    currency: said('currency'),
    status: status?.toLowerCase(),
    affid: said('affid'),
    affsub: said('affsub'),
  };
}

/** A network repeats what nobody answered: that is the same word. Whatever differs from the latest is another one. */
function wordOf(event: ReturnType<typeof eventOf>, { primaryEvent }: CollectProject): Word {
  const { event_name: name, click_id: click, value, currency, ...more } = event;
  return {
    transaction: [name, 'order_id' in event ? ['order', event.order_id] : ['click', click]],
    sum: [value, currency],
    more: [click, more.payout, more.status, more.affid, more.affsub],
    isNews: name === primaryEvent,
  };
}

const missing = (field: string) => invalid(field, `${field} is missing.`);
