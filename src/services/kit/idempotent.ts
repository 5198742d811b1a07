import type { EndpointName } from '#contract/endpoints.ts';
import type { AnswerOf, Api } from './api.ts';

type Act = { body: unknown; signal: AbortSignal };

/** Keys of acts whose success nobody has heard of. */
const unheard = new Map<string, string>();

/**
 * What is asked for from now on is another act, whatever has not been heard of: for whoever saw what came of it, and
 * took it back or begins again.
 */
export function beginAnew(name: EndpointName): void {
  for (const act of unheard.keys()) if (act.startsWith(`${name} `)) unheard.delete(act);
}

/**
 * A call that creates something. Asking for the same again after an answer was lost is the same act: the server, which
 * knows it by its key, answers what it answered first. What succeeded and is asked for again is another one.
 */
export async function idempotent<Name extends EndpointName>(
  api: Api,
  name: Name,
  { body, signal }: Act,
): Promise<AnswerOf<Name>> {
  const act = `${name} ${JSON.stringify(body)}`;
  const key = unheard.get(act) ?? crypto.randomUUID();
  unheard.set(act, key);
  const answer = await api.call(name, { body, signal, key });
  unheard.delete(act);
  return answer;
}
