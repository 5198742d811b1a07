import { setTimeout as pause } from 'node:timers/promises';
import { type CollectAnswer, collectAnswerSchema } from '#contract/collect/answer.ts';
import { ImportProblem } from './problem.ts';

export type Send = (events: readonly object[]) => Promise<CollectAnswer>;

type Target = {
  url: string;
  key: string;
  /** How long the server may be unreachable during an import, in milliseconds. */
  patience?: number;
};

const passing = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Sends batches to a running server and repeats them while it is busy or unreachable; repeats count once. */
export function createSender({ url, key, patience = 120_000 }: Target): Send {
  const address = `${url.replace(/\/+$/, '')}/api/v1/collect/server/?backfill=1`;
  return async (events) => {
    const body = JSON.stringify({ events });
    const giveUp = performance.now() + patience;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask(address, key, body);
      if (answer instanceof Response && answer.status === 202)
        return collectAnswerSchema.parse(await answer.json());
      if (answer instanceof Response && !passing.has(answer.status)) throw await refusal(answer);
      if (performance.now() > giveUp) {
        const reason =
          answer instanceof Response ? `still answers ${answer.status}` : 'no longer answers';
        throw new ImportProblem(
          `The server at ${url} ${reason}. Run the same import again later: events already imported count once.`,
        );
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await pause(delayOf(attempt, answer));
    }
  };
}

async function ask(address: string, key: string, body: string): Promise<Response | null> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(60_000),
    });
  } catch {
    return null;
  }
}

function delayOf(attempt: number, answer: Response | null): number {
  const requested = Number(answer?.headers.get('retry-after') ?? 0) * 1000;
  const own = Math.min(5_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2);
  return Math.max(own, Math.min(requested, 10_000));
}

async function refusal(answer: Response): Promise<ImportProblem> {
  if (answer.status === 401) return new ImportProblem('The server does not know this collect key.');
  const text = (await answer.text()).slice(0, 300);
  return new ImportProblem(`The server refused the import with ${answer.status}: ${text}`);
}

/** Checks that a server answers, before the file is read. */
export async function assertRunning(url: string): Promise<void> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/healthz`, {
    signal: AbortSignal.timeout(5_000),
  }).catch(() => null);
  if (!answer?.ok)
    throw new ImportProblem(
      `No Clickledger answers at ${url}: start it with npm start, or name another address with --url.`,
    );
}
