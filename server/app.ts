import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRouteHookHandler,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { headers } from './plugins/headers.ts';
import { health } from './plugins/health.ts';
import { openapi } from './plugins/openapi.ts';
import { type BrowserConfig, pages } from './plugins/pages.ts';
import { problems } from './plugins/problems.ts';
import { parseQueryString } from './plugins/query-string.ts';
import { storableText } from './plugins/storable-text.ts';
import { uploads } from './plugins/upload.ts';

export type Dependencies = {
  log: FastifyBaseLogger;
  version: string;
  /** Proxies whose `X-Forwarded-*` headers are believed; false believes none. */
  trustProxy: boolean | string;
  /** The folder of the built browser app, null to serve the API alone. */
  pages: { directory: string | null; config: BrowserConfig };
  ready: () => Promise<boolean>;
  /** From here on every answer ends its connection, so that clients are gone before the socket is. */
  isStopping?: () => boolean;
  /** The nouns: each registers its own routes with its own dependencies. */
  nouns: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Told of every route there is, from the first one on. */
  onRoute?: onRouteHookHandler;
};

/** The whole HTTP side, not listening: tests inject into it, `main.ts` listens with it. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: dependencies.trustProxy,
    bodyLimit: 64 * 1024,
    // Looked at once a second: nobody who sends too slowly stays longer than ten.
    requestTimeout: 8_500,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    // A selection of thousands of affiliates travels in the address.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: 6_000, maxHeaderSize: 96 * 1024 },
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 256,
      querystringParser: parseQueryString,
    },
  });
  if (dependencies.onRoute) app.addHook('onRoute', dependencies.onRoute);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptEmptyJson(app);
  problems(app);
  closeKeptSockets(app, dependencies.isStopping);
  logAnswers(app);
  await headers(app);
  sendBytes(app);
  await app.register(rateLimit, { global: false });
  await uploads(app);
  storableText(app);
  await openapi(app, dependencies.version);
  health(app, dependencies.ready);
  for (const noun of dependencies.nouns) await noun(app);
  await pages(app, dependencies.pages);
  return app;
}

/** Clients send `Content-Type: application/json` on every call, also where there is no body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, String(body), done);
  });
}

/**
 * Once closing, every answer ends its connection. Without it an idle keep-alive socket holds the
 * shutdown for a minute; cutting the sockets instead would break answers under way.
 */
function closeKeptSockets(app: FastifyInstance, isStopping: () => boolean = () => false): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (closing || isStopping()) reply.header('connection', 'close');
  });
}

/** A long text becomes bytes once: it would be measured before it is sent, which costs as much as turning it. */
function sendBytes(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' ? Buffer.from(payload) : payload,
  );
}

/** One line an answer, with the route's pattern instead of its URL: paths and queries can hold secrets. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
}
