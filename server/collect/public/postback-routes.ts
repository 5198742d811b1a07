import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { statusOfWord } from '#contract/conversions/status-words.ts';
import { endpoints } from '#contract/endpoints.ts';
import { textMap } from '#contract/text-map.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import { forbidden, invalid } from '../../platform/refusal.ts';
import { parseQueryString } from '../../plugins/query-string.ts';
import type { PostbackRecorder } from '../../postbacks/postback-recorder.ts';
import { acceptEvents } from '../accept-events.ts';
import type { CollectProject } from '../collect-project.ts';
import type { KeyRing } from '../key-ring.ts';
import { orUnavailable } from '../or-unavailable.ts';
import { type PostbackFields, postbackFields, postbackRecord } from './postback-fields.ts';
import type { PostbackReport, PostbackVersionOf } from './postback-versions.ts';
import { roundedId } from './rounded-id.ts';
import { unfilledMacro } from './unfilled-macros.ts';

export type PostbackDependencies = {
  inbox: Inbox;
  keys: KeyRing;
  recorder: PostbackRecorder;
  versionOf: PostbackVersionOf;
  now: () => Date;
};

/** `/t/pb`: conversions reported by networks with the server key, and therefore on the server's side. */
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
        config: { judgesText: true, needsDatabase: true },
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
  { inbox, keys, recorder, versionOf, now }: PostbackDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = postbackFields(request);
  const key = fields('key');
  if (key === undefined) throw missing('key');
  const project = await orUnavailable(keys.currentProjectOf(key));
  if (!project) throw forbidden('Unknown key.');
  const at = now();
  const came = postbackRecord(request, fields, project, at);
  const clickId = fields('click_id');
  if (clickId === undefined) {
    recorder.note({ ...came, ...unread('click_id', 'click_id is missing.') });
    throw missing('click_id');
  }
  const fault = idFault(fields, request.body);
  if (fault) {
    const { field, message } = fault;
    await orUnavailable(inbox.keep(project.id, [], [refusalCodes[field]]));
    recorder.note({ ...came, ...unread(field, message) });
    throw invalid(field, message);
  }

  const event = eventOf(fields, clickId, project);
  // A status change is stored at the time of its sale, which may be long ago.
  const orderScope = fields('order_id') === undefined ? 'affiliate' : '';
  const isPayout = fields('value') === undefined && fields('payout') !== undefined;
  const arrival = { project, at, backfill: true, orderScope, isPayout, rateOf: () => null };
  const [refusal] = acceptEvents([event], arrival).refusals;
  if (refusal) {
    const { field, message } = asSaid(refusal, fields);
    await orUnavailable(inbox.keep(project.id, [], [refusal.code]));
    recorder.note({ ...came, ...unread(field, message) });
    throw invalid(field, message);
  }
  const turn = await orUnavailable(
    versionOf(
      project.id,
      reportOf(event, project, event.order_network?.toLowerCase() ?? orderScope),
      at,
    ),
  );
  const conversion = {
    ...event,
    delivery_id: `postback ${turn.id}`,
    event_time: turn.at.toISOString(),
  };
  const { deliveries } = acceptEvents([conversion], arrival);
  const { duplicates } = await orUnavailable(inbox.keep(project.id, deliveries, []));
  const accepted = deliveries[0]?.accepted;
  const event_uid = accepted?.kind === 'event' ? accepted.event.event_uid : null;
  recorder.note({ ...came, event_uid, result: duplicates > 0 ? 'duplicate' : 'accepted' });
  return reply.send(duplicates > 0 ? 'duplicate' : 'OK');
}

/** The codes under which refused ids are counted. */
const refusalCodes = {
  click_id: 'click_id_invalid',
  txid: 'order_id_invalid',
  affid: 'affid_invalid',
  order_id: 'order_id_invalid',
  network: 'network_invalid',
} as const;

function idFault(fields: PostbackFields, body: unknown) {
  const unfilled = unfilledMacro(fields);
  if (unfilled) return { field: unfilled, message: `${unfilled} was not filled by the network.` };
  const rounded = roundedId(body);
  if (!rounded) return null;
  return { field: rounded, message: `${rounded} is a rounded number: send it as text.` };
}

/** A problem under the parameter name that the network used. */
function asSaid({ field, message }: { field: string; message: string }, fields: PostbackFields) {
  const names = textMap({
    event_name: 'event',
    event_id: 'click_id',
    order_id: fields('order_id') === undefined ? 'txid' : 'order_id',
    order_network: 'network',
    value: fields('value') === undefined && fields('payout') !== undefined ? 'payout' : 'value',
  });
  const name = names.get(field) ?? field;
  return {
    field: name,
    message: message.startsWith(`${field} `) ? `${name}${message.slice(field.length)}` : message,
  };
}

const unread = (field: string, message: string) =>
  ({ result: 'parse_error', field, message }) as const;

/** One conversion per order or transaction, or per click where a network sends no transaction id. */
function eventOf(fields: PostbackFields, clickId: string, { primaryEvent }: CollectProject) {
  const name = (fields('event') ?? primaryEvent).toLowerCase();
  const [own, transaction] = [fields('order_id'), fields('txid')];
  const [status, payout] = [fields('status'), fields('payout')];
  const value = fields('value') ?? payout;
  const order = own ?? transaction;
  return {
    event_name: name,
    click_id: clickId,
    ...(order === undefined ? { event_id: `click ${clickId}` } : { order_id: order }),
    ...(own === undefined ? { order_network: fields('network') } : {}),
    value,
    ...(fields('value') === undefined ? {} : { payout }),
    currency: fields('currency'),
    status: status === undefined ? status : (statusOfWord(status) ?? status.toLowerCase()),
    affid: fields('affid'),
    affsub: fields('affsub'),
  };
}

/** Networks repeat unanswered postbacks: an equal postback is a repeat, a different one is new. */
function reportOf(
  event: ReturnType<typeof eventOf>,
  { primaryEvent }: CollectProject,
  scope: string,
): PostbackReport {
  const { event_name: name, click_id: click, value, currency, ...more } = event;
  const amountOf = (sent: string | undefined) =>
    name === 'refund' ? sent?.replace(/^-/, '') : sent;
  const order =
    'order_id' in event ? [scope, event.order_id, scope === 'affiliate' ? click : ''] : null;
  return {
    transaction: [name, order ? ['order', ...order] : ['click', click]],
    amounts: [amountOf(value), currency],
    otherFields: [click, amountOf(more.payout), more.status, more.affid, more.affsub],
    keepsTime: name === primaryEvent && order === null,
  };
}

const missing = (field: string) => invalid(field, `${field} is missing.`);
