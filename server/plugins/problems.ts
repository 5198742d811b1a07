import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isWithoutConnection } from '../database/pool.ts';
import { databaseSilent, Refusal } from '../platform/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route has no answer without the database, and is refused while that is silent. */
    needsDatabase?: true;
  }
}

/**
 * Writes every failure in the API's format: `{field: [message]}` for bad input, `{detail}` for the rest, `{error}` on
 * the analytics paths like Cube. Internal errors are logged and answered with one fixed sentence; a refusal says why in
 * the log too, without a stack. While the database is silent, calls are refused at once.
 */
export function problems(
  app: FastifyInstance,
  isDatabaseSilent: () => boolean = () => false,
): void {
  app.addHook('onRequest', async ({ url }) => {
    if (isDatabaseSilent() && /^\/(api|cubejs-api)\//.test(url)) throw databaseSilent();
  });
  // Refused after the `onRequest` hooks of the route's own plugin, whose CORS headers let pages read the answer.
  app.addHook('preParsing', async ({ routeOptions }) => {
    if (routeOptions.config.needsDatabase && isDatabaseSilent()) throw databaseSilent();
  });
  app.setErrorHandler((thrown: FastifyError | Refusal, request, reply) => {
    const isCut =
      !(thrown instanceof Refusal) && (isDatabaseSilent() || isWithoutConnection(thrown));
    const error = isCut ? databaseSilent() : thrown;
    const { status, body, retryAfter } = answerTo(error);
    if (error instanceof Refusal && status >= 500) request.log.warn(body, 'request refused');
    else if (status >= 500) request.log.error({ err: error }, 'request failed');
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.code(status).send(request.url.startsWith('/cubejs-api/') ? asCube(body) : body);
  });
}

function answerTo(error: FastifyError | Refusal): {
  status: number;
  body: Record<string, unknown>;
  retryAfter?: number | undefined;
} {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const body: Record<string, string[]> = Object.create(null);
    for (const { instancePath, message, params } of error.validation) {
      const path = instancePath.split('/').filter((part) => part !== '');
      const unknown = namesOf(params).map((name) => [...path, name].join('.'));
      for (const field of unknown.length > 0 ? unknown : [path.join('.') || 'non_field_errors']) {
        body[field] = [
          ...(body[field] ?? []),
          unknown.length > 0 ? 'Unknown field.' : (message ?? 'This value cannot be used.'),
        ];
      }
    }
    return { status: 400, body };
  }
  const status = error.statusCode ?? 500;
  if (status === 429)
    return { status, body: { detail: 'Too many requests. Wait a moment and try again.' } };
  if (status === 413) return { status, body: { detail: 'The request is too large.' } };
  if (status === 415)
    return { status, body: { detail: 'Send JSON with Content-Type: application/json.' } };
  if (status >= 400 && status < 500)
    return { status, body: { detail: 'The request cannot be read.' } };
  return { status: 500, body: { detail: 'Something went wrong on our side. Try again.' } };
}

/** zod reports unknown keys on their parent; the answer names the keys themselves. */
function namesOf(params: Record<string, unknown> | undefined): string[] {
  const issue = params && 'issue' in params ? params.issue : params;
  const keys =
    typeof issue === 'object' && issue !== null && 'keys' in issue ? issue.keys : undefined;
  return Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [];
}

function asCube(body: Record<string, unknown>): { error: string } {
  const [[field, message] = ['detail', 'Bad request']] = Object.entries(body);
  const text = String([message].flat()[0]);
  return { error: field === 'detail' || field === 'error' ? text : `${field}: ${text}` };
}
