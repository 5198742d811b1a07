import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { postbacksMachine } from '#machines/conversions/postbacks.ts';
import type { PostbackPage, PostbacksRequest } from '#model/postbacks.ts';
import { postback } from '../../support/postbacks.ts';
import { offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function open() {
  const read = scriptedRequest<PostbackPage, PostbacksRequest>();
  const actor = createActor(postbacksMachine.provide({ actors: { readPage: read.logic } }), {
    input: { query, filter: { result: null, search: '' } },
  }).start();
  const value = () => actor.getSnapshot().value;
  const requestedCursors = () => read.calls.map(({ cursor }) => cursor);
  return { actor, read, value, requestedCursors };
}

describe('postbacks', () => {
  it('are requested again once the network is back, from the page that failed', async () => {
    const { actor, read, value, requestedCursors } = open();
    actor.send({ type: 'network.returned' });
    expect(requestedCursors()).toEqual([null, null]);
    read.answer({ error: offline });
    await expect.poll(value).toBe('failed');
    actor.send({ type: 'network.returned' });
    expect([value(), requestedCursors()]).toEqual(['loading', [null, null, null]]);
    read.answer({ output: { rows: [postback], next: '1.60' } });
    await expect.poll(value).toEqual({ ready: 'fresh' });

    actor.send({ type: 'page.next' });
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: 'nextPageFailed' });
    actor.send({ type: 'network.returned' });
    expect([value(), requestedCursors().at(-1)]).toEqual([{ ready: 'extending' }, '1.60']);
    read.answer({ output: { rows: [], next: null } });
    await expect.poll(value).toEqual({ ready: 'fresh' });

    actor.send({ type: 'list.refresh' });
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: 'stale' });
    actor.send({ type: 'network.returned' });
    expect([value(), requestedCursors().at(-1)]).toEqual([{ ready: 'refreshing' }, null]);
  });
});
