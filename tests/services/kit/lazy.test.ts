import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, toPromise } from 'xstate';
import { problemFrom, sentenceFor } from '#contract/problem.ts';
import { lazy } from '#services/kit/lazy.ts';

describe('a request whose code comes with its first use', () => {
  it('says that the server did not answer when the code does not come, and asks for it again', async () => {
    let asked = 0;
    const logic = lazy<string, undefined>(async () => {
      asked += 1;
      if (asked === 1) throw new TypeError('Failed to fetch dynamically imported module');
      return fromPromise(async () => 'here');
    });
    const answer = () => toPromise(createActor(logic, { input: undefined }).start());
    const problem = await answer().catch(problemFrom);
    expect(problem).toEqual({ kind: 'offline', message: sentenceFor('offline') });
    expect(await answer()).toBe('here');
  });
});
