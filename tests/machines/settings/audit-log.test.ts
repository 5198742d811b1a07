import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type AuditPage, auditLogMachine } from '#machines/settings/audit-log.ts';
import { offline } from '../../support/samples.ts';
import { scripted } from '../../support/scripted.ts';
import { entry } from '../../support/settings.ts';

function open() {
  const read = scripted<AuditPage, { project: number; search: string; cursor: string | null }>();
  const actor = createActor(auditLogMachine.provide({ actors: { readAudit: read.logic } }), {
    input: { project: 7 },
  }).start();
  const value = () => actor.getSnapshot().value;
  const asked = () => read.calls.map(({ cursor }) => cursor);
  return { actor, read, value, asked };
}

describe('the audit log', () => {
  it('is asked for again once the network is back, on the page that failed', async () => {
    const { actor, read, value, asked } = open();
    actor.send({ type: 'network.returned' });
    expect(asked()).toEqual([null, null]);
    read.answer({ error: offline });
    await expect.poll(value).toBe('failed');
    actor.send({ type: 'network.returned' });
    expect([value(), asked()]).toEqual(['loading', [null, null, null]]);
    read.answer({ output: { rows: [entry], next: '60' } });
    await expect.poll(value).toBe('ready');

    actor.send({ type: 'log.more' });
    read.answer({ error: offline });
    await expect.poll(value).toBe('short');
    actor.send({ type: 'network.returned' });
    expect([value(), asked().at(-1)]).toEqual(['extending', '60']);
  });
});
