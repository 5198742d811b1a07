import { setTimeout as delay } from 'node:timers/promises';
import { addDays, dayAt } from '#contract/period.ts';
import { demoEmail } from '#server/demo/create-shops.ts';
import { startServer } from './server.ts';

export type DemoTimes = { firstFigures: number; wholeHistory: number };

const password = 'only for measuring';
const days = 400;
const longest = 600_000;

/** The time from the start of an empty installation until its demo shows figures, in milliseconds. */
export async function demoTimes(dataDir: string): Promise<DemoTimes> {
  const began = performance.now();
  const server = await startServer(dataDir, {
    DEMO: '1',
    DEMO_PASSWORD: password,
    DEMO_DAYS: String(days),
  });
  try {
    while (!server.hasOutput(demoEmail)) await delay(20);
    const token = await signIn(server.url);
    const today = dayAt(new Date(), 'UTC');
    const seen = (start: string, end: string) => clicksIn(server.url, token, start, end);
    const until = async (start: string, end: string) => {
      while ((await seen(start, end)) === 0 && performance.now() - began < longest)
        await delay(100);
      return performance.now() - began;
    };
    const firstFigures = await until(addDays(today, -1), today);
    const oldest = addDays(today, -days + 1);
    return { firstFigures, wholeHistory: await until(oldest, oldest) };
  } finally {
    await server.stop();
  }
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/auth/token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: demoEmail, password }),
  });
  const session: { token?: string } = await answer.json();
  if (!session.token) throw new Error('The demo has no account to sign in with.');
  return session.token;
}

async function clicksIn(url: string, token: string, start: string, end: string): Promise<number> {
  const query = new URLSearchParams({
    affiliate_id: 'all',
    project_id: '1',
    timezone: 'America/New_York',
    start_date: start,
    end_date: end,
  });
  const answer = await fetch(`${url}/api/v1/clicks/?${query}`, {
    headers: { authorization: `Token ${token}` },
  });
  const { data }: { data?: { total: number } } = await answer.json();
  return data?.total ?? 0;
}
