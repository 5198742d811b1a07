import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type onRouteHookHandler,
} from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { withExactNumbers } from './platform/exact-numbers.ts';
import { headers } from './plugins/headers.ts';
import { health } from './plugins/health.ts';
import { openapi } from './plugins/openapi.ts';
import { type BrowserConfig, type IsSignUpOpen, pages } from './plugins/pages.ts';
import { problems } from './plugins/problems.ts';
import { parseQueryString } from './plugins/query-string.ts';
import { storableText } from './plugins/storable-text.ts';
import { answerUnreadable, readableAddress } from './plugins/unreadable-requests.ts';
import { uploads } from './plugins/upload.ts';

export type Dependencies = {
  log: FastifyBaseLogger;
  version: string;
  /** Proxies whose `X-Forwarded-*` headers are trusted; false trusts none. */
  trustProxy: boolean | string;
  /** The folder of the built browser app, null to serve the API alone. */
  pages: { directory: string | null; config: BrowserConfig; isSignUpOpen: IsSignUpOpen };
  ready: () => Promise<boolean>;
  /** While true, every answer closes its connection, so that clients are gone before the socket closes. */
  isStopping?: () => boolean;
  /** While true, calls of the API are refused at once. */
  isDatabaseSilent?: () => boolean;
  /** Each module registers its own routes with its own dependencies. */
  modules: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  /** Called for every route, from the first one on. */
  onRoute?: onRouteHookHandler;
};

/** For the address and the headers together: a selection of thousands of affiliates travels in the URL. */
const mostHeaderBytes = 96 * 1024;

/** The HTTP side without listening: tests inject into it, `main.ts` listens with it. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: dependencies.trustProxy,
    bodyLimit: 64 * 1024,
    // Checked once a second, so a slow sender is cut off after ten seconds at most.
    requestTimeout: 8_500,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    http: {
      connectionsCheckingInterval: 1_000,
      headersTimeout: 6_000,
      maxHeaderSize: mostHeaderBytes,
    },
    clientErrorHandler: answerUnreadable,
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    routerOptions: {
      ignoreTrailingSlash: true,
      // Each route refuses what is too long for it, in the words of the API.
      maxParamLength: mostHeaderBytes,
      querystringParser: parseQueryString,
    },
  });
  if (dependencies.onRoute) app.addHook('onRoute', dependencies.onRoute);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptEmptyJson(app);
  problems(app, dependencies.isDatabaseSilent);
  closeKeptSockets(app, dependencies.isStopping);
  logAnswers(app);
  await headers(app);
  sendBytes(app);
  await uploads(app);
  storableText(app);
  await openapi(app, dependencies.version);
  health(app, dependencies.ready);
  for (const register of dependencies.modules) await register(app);
  await pages(app, dependencies.pages);
  return app;
}

/** Clients send `Content-Type: application/json` on every call, even without a body. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    return parse(request, withExactNumbers(String(body)), done);
  });
}

/**
 * While closing, every answer ends its connection. Otherwise an idle keep-alive socket would hold the shutdown for a
 * minute, and cutting sockets would break answers under way.
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

/** Converts a long text to bytes once: measuring its length before sending costs as much as converting it. */
function sendBytes(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' ? Buffer.from(payload) : payload,
  );
}

/**
 * Logs one line per answer with the route's pattern in place of its URL, because paths and queries can hold secrets.
 */
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
