const problemKinds = [
  'offline',
  'invalid',
  'unauthorized',
  'unpaid',
  'forbidden',
  'missing',
  'conflict',
  'limited',
  'unavailable',
  'unexpected',
] as const;

export type ProblemKind = (typeof problemKinds)[number];

/**
 * Why a call failed, as plain data for a machine's context and the screen. `message` is one sentence that a person can
 * act on; `fields` names the refused inputs.
 */
export type Problem = {
  kind: ProblemKind;
  message: string;
  fields?: Record<string, string[]> | undefined;
};

const kindOfStatus = (status: number): ProblemKind =>
  (
    ({
      400: 'invalid',
      401: 'unauthorized',
      402: 'unpaid',
      403: 'forbidden',
      404: 'missing',
      409: 'conflict',
      410: 'missing',
      413: 'invalid',
      415: 'invalid',
      422: 'invalid',
      429: 'limited',
      502: 'unavailable',
      503: 'unavailable',
      504: 'unavailable',
    }) as Record<number, ProblemKind>
  )[status] ?? 'unexpected';

const sentences: Record<ProblemKind, string> = {
  offline: 'The server did not answer. Check your connection and try again.',
  invalid: 'The server refused this input.',
  unauthorized: 'Your session has ended. Sign in again.',
  unpaid: 'This needs a paid plan. Choose one in the billing settings.',
  forbidden: 'You do not have access to this.',
  missing: 'This does not exist, or you do not have access to it.',
  conflict: 'Someone else changed this at the same time. Reload and try again.',
  limited: 'Too many attempts. Wait a moment and try again.',
  unavailable: 'The server is busy or restarting. Try again in a moment.',
  unexpected: 'Something went wrong on our side. Try again.',
};

/** The default sentence for a kind of failure. */
export const defaultMessage = (kind: ProblemKind): string => sentences[kind];

/** Reads an error body of the server: `{detail}`, `{error}` or `{field: [message]}`. */
export function problemOf(status: number, body: string): Problem {
  const kind = kindOfStatus(status);
  const answer = parse(body);
  if (!isSaid(answer)) return { kind, message: sentences[kind] };
  const { detail, error, ...rest } = answer;
  const fields = Object.fromEntries(
    Object.entries(rest).map(([field, messages]) => [field, [messages].flat()]),
  );
  const [first] = Object.entries(fields);
  const message =
    [detail ?? error ?? fields.non_field_errors ?? []].flat()[0] ??
    (first ? `${first[0]}: ${first[1][0] ?? ''}` : sentences[kind]);
  return first ? { kind, message, fields } : { kind, message };
}

/** Turns anything thrown into a problem. An unknown error is `unexpected`, without its own message. */
export function problemFrom(thrown: unknown): Problem {
  if (!isProblem(thrown)) return { kind: 'unexpected', message: sentences.unexpected };
  const { kind, message, fields } = thrown;
  return fields ? { kind, message, fields } : { kind, message };
}

/** Checked by hand because the sign-in page needs it before any schema has loaded. */
const isProblem = (thrown: unknown): thrown is Problem =>
  isRecord(thrown) &&
  problemKinds.some((kind) => kind === thrown.kind) &&
  typeof thrown.message === 'string' &&
  (thrown.fields === undefined ||
    (isRecord(thrown.fields) && Object.values(thrown.fields).every(isTexts)));

const isSaid = (body: unknown): body is Record<string, string | string[]> =>
  isRecord(body) &&
  Object.values(body).every((value) => typeof value === 'string' || isTexts(value));

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
