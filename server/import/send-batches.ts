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

/** How long parts of a batch that failed are repeated, in milliseconds. */
const patienceOfParts = 5_000;

/**
 * Sends batches to a running server and repeats them while it is busy or unreachable; repeats count once. Of a batch
 * that the server answers and never takes, the events that it cannot take are found and reported; the others are sent.
 */
export function createSender({ url, key, patience = 120_000 }: Target): Send {
  const address = `${url.replace(/\/+$/, '')}/api/v1/collect/server/?backfill=1`;

  /** The server's answer, or why there is none after all tries. */
  async function tried(
    events: readonly object[],
    patienceOfThis: number,
  ): Promise<CollectAnswer | string> {
    const body = JSON.stringify({ events });
    const giveUp = performance.now() + patienceOfThis;
    for (let attempt = 0; ; attempt += 1) {
      const answer = await ask(address, key, body);
      if (answer instanceof Response && answer.status === 202)
        return collectAnswerSchema.parse(await answer.json());
      if (answer instanceof Response && !passing.has(answer.status)) throw await refusal(answer);
      if (performance.now() > giveUp) {
        return answer instanceof Response ? `still answers ${answer.status}` : 'no longer answers';
      }
      if (answer instanceof Response) await answer.body?.cancel();
      await pause(delayOf(attempt, answer));
    }
  }

  const unreachable = (reason: string) =>
    new ImportProblem(
      `The server at ${url} ${reason}. Run the same import again later: events already imported count once.`,
    );

  /** Null where nothing of it was taken: then the server is the cause, and not an event. */
  async function inParts(events: readonly object[]): Promise<CollectAnswer | null> {
    if (events.length < 2) return null;
    const middle = Math.ceil(events.length / 2);
    const answers: (CollectAnswer | null)[] = [];
    const halves = [events.slice(0, middle), events.slice(middle)];
    for (const half of halves) {
      const answer = await tried(half, Math.min(patience, patienceOfParts));
      answers.push(typeof answer === 'string' ? await inParts(half) : answer);
    }
    if (answers.every((answer) => answer === null)) return null;
    if (answers.includes(null) && !(await stillTakes(halves, answers))) return null;
    const [left, right] = answers.map((answer, index) => answer ?? nothingOf(halves[index] ?? []));
    return left && right ? joined(left, right, middle) : null;
  }

  /** Whether the server takes an event that it took before: otherwise it has ended meanwhile. */
  async function stillTakes(
    halves: readonly (readonly object[])[],
    answers: readonly (CollectAnswer | null)[],
  ): Promise<boolean> {
    const taken = halves.flatMap((half, index) => {
      const left = new Set(answers[index]?.rejected.map((one) => one.index));
      return answers[index] ? half.filter((_, place) => !left.has(place)) : [];
    });
    if (taken.length === 0) return true;
    const answer = await tried(taken.slice(0, 1), Math.min(patience, patienceOfParts));
    return typeof answer !== 'string';
  }

  return async (events) => {
    const answer = await tried(events, patience);
    if (typeof answer !== 'string') return answer;
    const parts = answer.startsWith('still') ? await inParts(events) : null;
    if (parts === null) throw unreachable(answer);
    return parts;
  };
}

const nothingOf = (events: readonly object[]): CollectAnswer => ({
  accepted: 0,
  duplicates: 0,
  rejected: events.map((_, index) => ({
    index,
    code: 'not_stored',
    field: '',
    message: 'The server cannot store this event, and its log says why.',
  })),
});

const joined = (left: CollectAnswer, right: CollectAnswer, from: number): CollectAnswer => ({
  accepted: left.accepted + right.accepted,
  duplicates: left.duplicates + right.duplicates,
  rejected: [
    ...left.rejected,
    ...right.rejected.map((one) => ({ ...one, index: one.index + from })),
  ],
});

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
