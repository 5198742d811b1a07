import { type AttemptWindow, attemptWindow } from '#server/limits/attempt-window.ts';
import type { Attempts, Spent } from '#server/limits/attempts.ts';

/** The rules without the database. */
export function attemptsInMemory(now: () => number): Pick<Attempts, 'decide' | 'forgive'> {
  const known = new Map<string, readonly number[]>();
  const decide: Attempts['decide'] = async (spent, decision) => {
    const opened = Object.entries<Spent>(spent).map(([place, [limit, key]]) => {
      const name = `${limit.name} ${key}`;
      return { place, name, window: attemptWindow(limit, known.get(name) ?? [], now()) };
    });
    const windows = Object.fromEntries(opened.map(({ place, window }) => [place, window]));
    const answer = decision(windows as Parameters<typeof decision>[0]);
    for (const { name, window } of opened) known.set(name, window.times());
    return answer;
  };
  return {
    decide,
    forgive: (spent) =>
      decide(spent, (windows) => {
        for (const window of Object.values<AttemptWindow>(windows)) window.forgive();
      }),
  };
}
