import { createHasher } from '#server/accounts/hasher.ts';
import { joinRunningDatabase } from '#server/database/join-running.ts';
import { mannWhitneyP } from '#tests/support/mann-whitney.ts';
import { createInstallation, type Fault, type Installation } from '../support/product.ts';
import { judge, type Verdict } from '../support/verdict.ts';

/** The requests of a stranger about an address. */
const questions: Record<
  string,
  (email: string) => { method: string; path: string; body?: object }
> = {
  'sign-in': (email) => ({
    method: 'POST',
    path: '/api/v1/auth/token/',
    body: { email, password: 'not the password' },
  }),
  'sign-up': (email) => ({
    method: 'POST',
    path: '/api/v1/registration/',
    body: { email, password: 'a password of the rig', first_name: 'Eve', last_name: 'Rig' },
  }),
  'forgotten password': (email) => ({
    method: 'POST',
    path: '/api/v1/forgot-password/',
    body: { email },
  }),
  'user-exists': (email) => ({ method: 'GET', path: `/api/v1/user-exists/${email}/` }),
};

/** Below this probability, chance does not explain a difference in time: one per cent over all requests together. */
const leastLikely = 0.01 / Object.keys(questions).length;
/** The allowed difference of the medians in milliseconds, beyond noise. */
const mostApart = 1;
const noise = 0.05;

/**
 * Asks the running product, with verified addresses, about addresses with an account and without, one after the other
 * in changing order: all answers are the same, and take the same time.
 */
export async function userEnumerationRig(
  { samples }: { samples: number },
  faults: readonly Fault[] = [],
): Promise<Verdict> {
  const installation = await createInstallation(undefined, {
    VERIFY_EMAIL: '1',
    SIGN_UP: '1',
    SIGN_UPS_PER_HOUR: '1000000',
    TRUST_PROXY: 'true',
  });
  try {
    const { url } = await installation.start(...faults);
    await addAccounts(installation, samples);
    const measured: Verdict['measured'] = {};
    const broken: string[] = [];
    for (const [name, request] of Object.entries(questions)) {
      const answers = new Set<string>();
      const times = { existing: [] as number[], absent: [] as number[] };
      const time = async (kind: keyof typeof times, sample: number, counts: boolean) => {
        const began = performance.now();
        const answer = await answerTo(url, request(addressOf(kind, sample)));
        if (counts) times[kind].push(performance.now() - began);
        answers.add(answer);
      };
      for (let sample = 0; sample < samples; sample += 1) {
        const order =
          sample % 2 === 0 ? (['existing', 'absent'] as const) : (['absent', 'existing'] as const);
        for (const kind of order) await time(kind, sample, sample >= samples / 10);
      }
      const apart = Math.abs(median(times.existing) - median(times.absent));
      const p = mannWhitneyP(times.existing, times.absent);
      measured[name] =
        `${median(times.absent).toFixed(2)} ms, ${apart.toFixed(3)} ms apart, p ${p.toFixed(3)}`;
      if (answers.size > 1) broken.push(`${name} answers in ${answers.size} ways`);
      if (apart > mostApart && p < noise)
        broken.push(`${name} takes ${apart.toFixed(2)} ms more or less`);
      if (p < leastLikely)
        broken.push(`${name} takes its time differently (p ${p.toExponential(1)})`);
    }
    return judge(measured, ...broken);
  } finally {
    await installation.remove();
  }
}

const addressOf = (kind: string, sample: number): string => `${kind}-${sample}@rig.test`;

async function addAccounts({ dataDir }: Installation, count: number): Promise<void> {
  const pool = await joinRunningDatabase(dataDir);
  if (!pool) throw new Error('The database of the running product was not found.');
  try {
    await pool.query(
      `insert into users (email, password_hash)
       select 'existing-' || n || '@rig.test', $2 from generate_series(0, $1 - 1) n`,
      [count, await createHasher().hash('the password of nobody')],
    );
  } finally {
    await pool.end();
  }
}

let networks = 0;

/** An answer without its date, requested from an unused network. */
async function answerTo(
  url: string,
  { method, path, body }: { method: string; path: string; body?: object },
): Promise<string> {
  networks += 1;
  const address = `10.${(networks >> 8) & 255}.${networks & 255}.1`;
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  return JSON.stringify([response.status, headers, text]);
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
