import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { endpoints } from '#contract/endpoints.ts';
import type { Inbox } from '../../pipeline/inbox.ts';
import { forbidden, invalid } from '../../platform/refusal.ts';
import { parseQueryString } from '../../plugins/query-string.ts';
import type { PostbackRecorder } from '../../postbacks/postback-recorder.ts';
import { acceptEvents } from '../accept-events.ts';
import type { KeyRing } from '../key-ring.ts';
import { orUnavailable } from '../or-unavailable.ts';
import type { MayReport } from './postback-addresses.ts';
import { eventOf, reportOf } from './postback-event.ts';
import { idFault, refusalCodes, underSentName } from './postback-faults.ts';
import { postbackFields, postbackRecord } from './postback-fields.ts';
import type { PostbackVersionOf } from './postback-versions.ts';

export type PostbackDependencies = {
  inbox: Inbox;
  keys: KeyRing;
  recorder: PostbackRecorder;
  versionOf: PostbackVersionOf;
  /** Whether the click is that of a test of an offer: its conversion is then one too. */
  isTestClick: (project: number, clickId: string) => Promise<boolean>;
  now: () => Date;
  mayReport: MayReport;
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
  { inbox, keys, recorder, versionOf, isTestClick, now, mayReport }: PostbackDependencies,
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

  if (!(await orUnavailable(mayReport(project.id, clickId, request.ip)))) {
    await orUnavailable(inbox.keep(project.id, [], ['ip_blocked']));
    recorder.note({ ...came, ...unread('click_id', notFromHere) });
    throw forbidden(notFromHere);
  }
  const event = eventOf(fields, clickId, project);
  // A status change is stored at the time of its sale, which may be long ago.
  const orderScope = fields('order_id') === undefined ? 'affiliate' : '';
  const isPayout = fields('value') === undefined && fields('payout') !== undefined;
  const arrival = { project, at, backfill: true, orderScope, isPayout, rateOf: () => null };
  const [refusal] = acceptEvents([event], arrival).refusals;
  if (refusal) {
    const { field, message } = underSentName(refusal, fields);
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
  const isTest = await orUnavailable(isTestClick(project.id, clickId));
  const conversion = {
    ...event,
    ...(isTest ? { test: true } : {}),
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

const notFromHere =
  'This address may not report conversions of this offer: add it to the addresses of its postbacks.';

const unread = (field: string, message: string) =>
  ({ result: 'parse_error', field, message }) as const;

const missing = (field: string) => invalid(field, `${field} is missing.`);
