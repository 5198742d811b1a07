import { describe, expect, it } from 'vitest';
import { forgetUnconfirmed, idempotent } from '#services/kit/idempotent.ts';
import { json } from '../../support/fetch.ts';
import { losingFirstAnswer } from '../../support/lost-answer.ts';
import { subscription } from '../../support/settings.ts';

describe('a call that creates something', () => {
  it('keeps its key until its success has arrived, and takes another for another action', async () => {
    const { api, requests, keys: onMessage } = losingFirstAnswer(() => json(subscription, 201));
    const subscribe = (plan: number) =>
      idempotent(api, 'createSubscription', {
        body: { project: 7, plan },
        signal: new AbortController().signal,
      });
    await expect(subscribe(2)).rejects.toMatchObject({ kind: 'offline' });
    await subscribe(3);
    await subscribe(2);
    await subscribe(2);
    const keys = onMessage();
    expect(keys[2]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(
      requests.every(({ headers }) => headers.get('Authorization') === 'Token clu_first'),
    ).toBe(true);
  });

  it('takes another key once the result of the one before was shown, though its answer was lost', async () => {
    const { api, keys } = losingFirstAnswer(() => json(subscription, 201));
    const act = { body: { project: 8, plan: 2 }, signal: new AbortController().signal };
    await expect(idempotent(api, 'createSubscription', act)).rejects.toMatchObject({
      kind: 'offline',
    });
    forgetUnconfirmed('createProject');
    forgetUnconfirmed('createSubscription');
    await idempotent(api, 'createSubscription', act);
    const [first, second] = keys();
    expect(second).toMatch(/^[\x21-\x7e]{16,255}$/);
    expect(second).not.toBe(first);
  });
});
