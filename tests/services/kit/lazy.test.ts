import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, toPromise } from 'xstate';
import { defaultMessage, problemFrom } from '#contract/problem.ts';
import { lazy } from '#services/kit/lazy.ts';

describe('a request with lazily loaded code', () => {
  it('fails as without an answer when the code does not load, and loads it again on retry', async () => {
    let requestCount = 0;
    const logic = lazy<string, undefined>(async () => {
      requestCount += 1;
      if (requestCount === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return fromPromise(async () => 'here');
    });
    const answer = () => toPromise(createActor(logic, { input: undefined }).start());
    const problem = await answer().catch(problemFrom);
    expect(problem).toEqual({ kind: 'offline', message: defaultMessage('offline') });
    expect(await answer()).toBe('here');
  });
});
