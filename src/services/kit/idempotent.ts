import type { EndpointName } from '#contract/endpoints.ts';
import type { AnswerOf, Api, QueryValue } from './api.ts';

type Call = {
  params?: Record<string, string | number>;
  query?: Record<string, QueryValue>;
  body: unknown;
  signal: AbortSignal;
};

/** The idempotency keys of calls without a successful response so far. */
const unconfirmed = new Map<string, string>();

/**
 * Makes the next call a new request even if the response to an equal one was lost: after a person undid it or started
 * over.
 */
export function forgetUnconfirmed(name: EndpointName): void {
  for (const act of unconfirmed.keys()) if (act.startsWith(`${name} `)) unconfirmed.delete(act);
}

/**
 * A creating call with an idempotency key. Repeating it after a lost response reuses the key, so that the server
 * returns its first response. After a success, an equal call gets a new key.
 */
export async function idempotent<Name extends EndpointName>(
  api: Api,
  name: Name,
  { signal, ...sent }: Call,
): Promise<AnswerOf<Name>> {
  const act = `${name} ${JSON.stringify(sent)}`;
  const key = unconfirmed.get(act) ?? crypto.randomUUID();
  unconfirmed.set(act, key);
  const answer = await api.call(name, { ...sent, signal, key });
  unconfirmed.delete(act);
  return answer;
}
