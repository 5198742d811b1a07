import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Access } from '../access/access.ts';
import { clientGone } from '../platform/refusal.ts';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type Call<E extends Endpoint> = {
  params: Parsed<E extends { params: infer Schema } ? Schema : undefined>;
  query: Parsed<E extends { query: infer Schema } ? Schema : undefined>;
  body: Parsed<E extends { body: infer Schema } ? Schema : undefined>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborted when the client disconnects before the answer. */
  leaving: AbortSignal;
};
export type MemberCall<E extends Endpoint> = Call<E> & { access: Access };

type Answer<E extends Endpoint> = z.input<E['answer']>;

/** Limits of a route that differ from the default. */
type Limits = {
  /** The largest JSON body in bytes. */
  bodyLimit?: number;
  /** The field of a form that may hold a file, which becomes the request's `upload`. */
  file?: string;
};

type Options = Limits & {
  /** Refuses a call before anything of it is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>;
};

/** Registers a public route, or one whose `onRequest` checks its callers before anything of their call is read. */
export function servePublic<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  options: Options = {},
): void {
  register(app, endpoint, handle, options);
}

/**
 * Registers a route for signed-in callers; others get 401 before anything of their call is read. A handler that sends
 * a file itself answers its reply.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: MemberCall<E>) => Promise<Answer<E> | FastifyReply>,
  limits: Limits = {},
): void {
  register(
    app,
    endpoint,
    async (call: Call<E>) => handle({ ...call, access: await call.request.member() }),
    { ...limits, onRequest: requireMember },
  );
}

/** Registers a route for signed-in callers whose handler answers JSON text, which is sent unchanged. */
export function serveJsonText<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: MemberCall<E>) => Promise<string>,
): void {
  const answer = async (call: Call<E>) => {
    const written = await handle({ ...call, access: await call.request.member() });
    call.reply.type(json).serializer(() => written);
    return {} as Answer<E>;
  };
  register(app, endpoint, answer, { onRequest: requireMember });
}

/**
 * Registers a route for signed-in callers whose answers are megabytes in size. Their chunks are sent one after the
 * other, because joining them would copy everything.
 */
export function serveChunks<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: MemberCall<E>) => Promise<readonly (string | Buffer)[]>,
): void {
  const answer = async (call: Call<E>) => {
    const pieces = await handle({ ...call, access: await call.request.member() });
    return call.reply.type(json).send(Readable.from(pieces));
  };
  register(app, endpoint, answer, { onRequest: requireMember });
}

/** Strangers learn nothing of what a call would accept, and cannot make the server read a body. */
export async function requireMember(request: FastifyRequest): Promise<void> {
  await request.member();
}

const json = 'application/json; charset=utf-8';

function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  // A report waits for dozens of statements, each of which listens.
  setMaxListeners(0, leaving.signal);
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(clientGone());
  });
  return leaving.signal;
}

function register<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E> | FastifyReply>,
  { file, ...options }: Options = {},
): void {
  const { method, path, summary, tag, params, query, body, answer, status }: Endpoint = endpoint;
  app.withTypeProvider<ZodTypeProvider>().route({
    method,
    url: path,
    ...options,
    config: file === undefined ? {} : { file },
    schema: {
      summary,
      tags: [tag],
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { [status]: answer },
    },
    handler: async (request, reply) => {
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        request,
        reply,
        leaving: leavingOf(reply),
      };
      reply.code(status);
      return handle(call as Call<E>);
    },
  });
}
