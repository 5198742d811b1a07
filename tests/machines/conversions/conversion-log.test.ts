import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { emptyLogFilter, type LogFilter } from '#contract/conversions/log-filter.ts';
import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import type { LogPage, LogRequest } from '#model/conversion-log.ts';
import { firstPage } from '../../support/conversions.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

const rowsOf = (...ids: string[]) =>
  ids.flatMap((id) => firstPage.rows.slice(0, 1).map((row) => ({ ...row, id })));

function open() {
  const reading = scriptedRequest<LogPage, LogRequest>();
  const machine = conversionLogMachine.provide({ actors: { readPage: reading.logic } });
  const { parent } = recordingParent<
    { type: 'filter.changed'; filter: LogFilter } | { type: 'list.restarted' }
  >();
  const actor = createActor(machine, {
    input: { query, filter: emptyLogFilter, isLive: true, parent },
  }).start();
  const answer = async (page: Partial<LogPage>) => {
    reading.answer({ output: { ...firstPage, ...page } });
    await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
  };
  const ids = () => actor.getSnapshot().context.rows.map(({ id }) => id);
  return { actor, reading, answer, ids };
}

describe('the log', () => {
  it('is read again when a decision is made while it is being read', async () => {
    const { actor, reading, answer, ids } = open();
    await answer({ rows: rowsOf('a'), next: 'c' });
    actor.send({ type: 'page.next' });
    actor.send({ type: 'list.refresh' });
    expect(reading.calls.map(({ cursor }) => cursor)).toEqual([null, 'c', null]);
    actor.send({ type: 'list.refresh' });
    expect(reading.calls).toHaveLength(4);
    await answer({ rows: rowsOf('b'), next: null });
    expect(ids()).toEqual(['b']);
  });

  it('shows a row once that moved from one page to the next between two reads', async () => {
    const { actor, answer, ids } = open();
    await answer({ rows: rowsOf('a', 'b'), next: 'c' });
    actor.send({ type: 'page.next' });
    await answer({ rows: rowsOf('b', 'd'), next: null });
    expect(ids()).toEqual(['a', 'b', 'd']);
  });
});
