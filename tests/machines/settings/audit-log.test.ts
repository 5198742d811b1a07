import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { auditLogMachine } from '#machines/settings/audit-log.ts';
import type { AuditPage, AuditRequest } from '#model/audit-log.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { entry } from '../../support/settings.ts';

function open() {
  const read = scriptedRequest<AuditPage, AuditRequest>();
  const actor = createActor(auditLogMachine.provide({ actors: { readPage: read.logic } }), {
    input: { query: { project: 7 }, filter: { search: '' } },
  }).start();
  const value = () => actor.getSnapshot().value;
  const requestedCursors = () => read.calls.map(({ cursor }) => cursor);
  return { actor, read, value, requestedCursors };
}

describe('the audit log', () => {
  it('is requested again once the network is back, from the page that failed', async () => {
    const { actor, read, value, requestedCursors } = open();
    actor.send({ type: 'network.returned' });
    expect(requestedCursors()).toEqual([null, null]);
    read.answer({ error: offline });
    await expect.poll(value).toBe('failed');
    actor.send({ type: 'network.returned' });
    expect([value(), requestedCursors()]).toEqual(['loading', [null, null, null]]);
    read.answer({ output: { rows: [entry], next: '60' } });
    await expect.poll(value).toEqual({ ready: 'fresh' });

    actor.send({ type: 'page.next' });
    read.answer({ error: offline });
    await expect.poll(value).toEqual({ ready: 'nextPageFailed' });
    actor.send({ type: 'network.returned' });
    expect([value(), requestedCursors().at(-1)]).toEqual([{ ready: 'extending' }, '60']);
  });
});
