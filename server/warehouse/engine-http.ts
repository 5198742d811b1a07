import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { databaseName, longReadSeconds } from './engine-messages.ts';
import { readerRefusal } from './reader-guard.ts';
import { QueueFull, type SessionQueue } from './session-queue.ts';
import { type Answer, EngineError, execute, type Statement } from './statement.ts';

export type User = 'writer' | 'reader';

type Options = {
  passwords: Record<User, string>;
  lanes: Record<User, SessionQueue>;
  /** Ends waiting and running reads; writes are finished. */
  stopping: AbortSignal;
  /** Called when the engine cannot continue; its parent starts another. */
  onFatal(): void;
};

/** Settings of the HTTP interface: they change how a server sends, not what it computes. */
const transport = new Set([
  'query',
  'database',
  'default_format',
  'query_id',
  'user',
  'password',
  'quota_key',
  'wait_end_of_query',
  'buffer_size',
  'stacktrace',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'cancel_http_readonly_queries_on_client_close',
]);

const statuses: Record<number, number> = {
  60: 404,
  62: 400,
  81: 404,
  159: 408,
  164: 403,
  202: 503,
  241: 507,
  394: 499,
  456: 400,
  457: 400,
  516: 403,
};

/** The part of the ClickHouse HTTP interface that the official client uses. */
export function engineServer(options: Options): Server {
  const server = createServer({ maxHeaderSize: 4 * 1024 * 1024 }, (request, response) => {
    answer(options, request, response).catch((error: unknown) => fail(options, response, error));
  });
  server.keepAliveTimeout = 60_000;
  server.requestTimeout = 0;
  return server;
}

async function answer(options: Options, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://engine');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const user = userOf(request, options.passwords);
  const statement = statementOf(url.searchParams, await bodyOf(request));
  const isLong = user === 'reader' && takeLongRead(statement.settings);
  if (user === 'reader') {
    const refusal = statement.settings.size > 0 ? 'settings' : readerRefusal(statement.sql);
    if (refusal) throw new EngineError(164, 'READONLY', `The reading user may not use ${refusal}`);
  }
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const signal =
    user === 'reader' ? AbortSignal.any([leaving.signal, options.stopping]) : leaving.signal;
  const result = await options.lanes[user](
    (member) => execute((isLong && member.long) || member, statement),
    signal,
  );
  send(response, url.searchParams.get('query_id') ?? '', statement, result);
}

/** Takes the one setting that a reader may send from the settings: whether the statement may take longer. */
function takeLongRead(settings: Map<string, string>): boolean {
  if (settings.get(timeLimit) !== String(longReadSeconds)) return false;
  return settings.delete(timeLimit);
}

const timeLimit = 'max_execution_time';

function send(response: ServerResponse, id: string, statement: Statement, result: Answer): void {
  const written = String(result.writtenRows);
  response.writeHead(200, {
    'content-type': 'text/plain; charset=UTF-8',
    'content-length': result.bytes.byteLength,
    'x-clickhouse-format': statement.format,
    'x-clickhouse-query-id': id,
    'x-clickhouse-summary': JSON.stringify({ written_rows: written, result_rows: written }),
  });
  response.end(result.bytes);
}

function fail(options: Options, response: ServerResponse, error: unknown): void {
  const { code, message } = failureOf(error);
  if (code === 236) options.onFatal();
  if (response.headersSent || response.destroyed) return;
  response.writeHead(statuses[code] ?? 500, {
    'content-type': 'text/plain; charset=UTF-8',
    'x-clickhouse-exception-code': String(code),
    ...(code === 202 ? { 'retry-after': '1' } : {}),
  });
  response.end(`${message}\n`);
}

function failureOf(error: unknown): { code: number; message: string } {
  if (error instanceof QueueFull) {
    return new EngineError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', 'Too many queries are waiting');
  }
  const message = error instanceof Error ? error.message : String(error);
  const code = /^Code: (\d+)/.exec(message)?.[1];
  if (code) return { code: Number(code), message };
  return new EngineError(1000, 'ENGINE_FAILURE', message);
}

function userOf(request: IncomingMessage, passwords: Record<User, string>): User {
  const credentials = request.headers.authorization?.replace(/^Basic /, '') ?? '';
  const [name = '', password = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  for (const user of ['writer', 'reader'] as const) {
    if (user === name && timingSafeEqual(hash(password), hash(passwords[user]))) return user;
  }
  throw new EngineError(516, 'AUTHENTICATION_FAILED', 'Authentication failed');
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function statementOf(query: URLSearchParams, body: Buffer): Statement {
  const database = query.get('database') ?? databaseName;
  if (database !== databaseName) {
    throw new EngineError(81, 'UNKNOWN_DATABASE', `Database ${database} does not exist`);
  }
  const parameters = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of query) {
    if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value);
    else if (!transport.has(name)) settings.set(name, value);
  }
  const sql = query.get('query');
  return {
    sql: sql ?? body.toString('utf8'),
    body: sql !== null && body.length > 0 ? body : null,
    parameters,
    settings,
    format: query.get('default_format') ?? 'TabSeparated',
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
