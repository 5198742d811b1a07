import { invalid } from '../platform/refusal.ts';
import { request } from './http-request.ts';
import { type Egress, hostProblem } from './resolve-host.ts';

export type DestinationLimits = Egress & {
  /** Whether destinations must use https, as they must where this installation does. */
  needsTls: boolean;
};

/** Refuses an address to which no visitor should be sent. */
export async function requireDestination(
  field: string,
  url: string | null | undefined,
  { needsTls, ...egress }: DestinationLimits,
): Promise<void> {
  if (!url) return;
  if (/[{}]|%7[bd]/i.test(/^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? '')) {
    throw invalid(field, 'Use placeholders behind the host only.');
  }
  if (needsTls && !/^https:/i.test(url)) throw invalid(field, 'Begin with https://.');
  if (await hostProblem(url, egress)) {
    throw invalid(field, 'This host has an internal address, to which no visitor is sent.');
  }
}

/** Requests a new destination; answers in a sentence why it does not respond, null where it does. */
export type CheckDestination = (url: string) => Promise<string | null>;

const timeoutMs = 4_000;

/** Asks for the head of the page, with sample values in place of the placeholders. */
export const createDestinationCheck =
  (egress: Egress): CheckDestination =>
  async (url) => {
    const sample = url.replaceAll(/\{\w+\}|%7b\w+%7d/gi, 'test');
    const outgoing = { method: 'HEAD', url: sample, headers: {}, body: null } as const;
    const answer = await request(outgoing, { ...egress, timeoutMs, mostBytes: 1 });
    if (answer.outcome !== 'answered') return `The destination was not reached. ${answer.why}`;
    // Many pages refuse the method alone.
    const isRefused = answer.status >= 400 && answer.status !== 405 && answer.status !== 501;
    return isRefused ? `The destination answers ${answer.status}.` : null;
  };
