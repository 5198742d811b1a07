import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { exportMachine, type SavedFile } from '#machines/app/export.ts';
import { exportedColumns } from '#machines/app/export-columns.ts';
import type { ExportRequest } from '#model/export.ts';
import { request } from '../../support/plans/app/export.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function start() {
  const saveExport = scriptedRequest<SavedFile, { request: ExportRequest | null }>();
  const clock = new SimulatedClock();
  const actor = createActor(exportMachine.provide({ actors: { saveExport: saveExport.logic } }), {
    clock,
  }).start();
  return { actor, saveExport, clock, value: () => actor.getSnapshot().value };
}

describe('an export', () => {
  it('that failed is retried unchanged', async () => {
    const { actor, saveExport, value } = start();
    actor.send({ type: 'export.start', request });
    saveExport.answer({ error: offline });
    await expect.poll(value).toBe('failed');
    actor.send({ type: 'retry' });
    expect(saveExport.calls).toEqual([{ request }, { request }]);
  });

  it('gives way to the next one, and a cancelled file is never announced', async () => {
    const { actor, saveExport, value, clock } = start();
    const other = { ...request, format: 'json' as const };
    actor.send({ type: 'export.start', request });
    actor.send({ type: 'export.start', request: other });
    expect(saveExport.calls.at(-1)).toEqual({ request: other });
    actor.send({ type: 'export.cancel' });
    expect(value()).toBe('idle');
    actor.send({ type: 'export.start', request });
    saveExport.answer({ output: { name: 'a.csv', bytes: 1 } });
    await expect.poll(value).toBe('done');
    clock.increment(8_000);
    expect(value()).toBe('idle');
  });

  it('names the columns of the screen as a file does', () => {
    expect(exportedColumns(['clicks', 'revenue_change', 'roas_range', 'settled'])).toEqual([
      'clicks',
      'previous_revenue',
      'roas_low',
      'roas_high',
      'settled',
    ]);
  });
});
