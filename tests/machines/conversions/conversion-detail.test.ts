import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import {
  type ConversionDetailSnapshot,
  conversionDetailMachine,
} from '#machines/conversions/conversion-detail.ts';
import { conversionDetail } from '../../support/conversions.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

/** A detail is on screen and a correction of its money is being written. */
async function beingCorrected() {
  const read = scriptedRequest<ConversionDetail, { id: string; lookbackDays: number }>();
  const machine = conversionDetailMachine.provide({ actors: { readConversionDetail: read.logic } });
  const actor = createActor(machine, { input: { lookbackDays: 30 } }).start();
  const reach = (value: ConversionDetailSnapshot['value']) =>
    waitFor(actor, (snapshot) => snapshot.matches(value), { timeout: 1_000 });
  actor.send({ type: 'conversion.open', id: 'cv_1041' });
  read.answer({ output: conversionDetail });
  await reach({ open: { ready: 'fresh' } });
  const { correction } = actor.getSnapshot().children;
  correction?.send({ type: 'correction.start' });
  return { actor, read, reach, correction };
}

const decided: ConversionDetail = {
  ...conversionDetail,
  conversion: { ...conversionDetail.conversion, status: 'rejected' },
};

describe('a detail that is reloaded', () => {
  it('keeps the correction that is being written, and shows the decision', async () => {
    const { actor, read, reach, correction } = await beingCorrected();
    actor.send({ type: 'conversion.refresh' });
    expect(actor.getSnapshot().context.detail).toBe(conversionDetail);
    read.answer({ output: decided });
    await reach({ open: { ready: 'fresh' } });
    expect(actor.getSnapshot().context.detail).toBe(decided);
    expect(actor.getSnapshot().children.correction).toBe(correction);
    expect(correction?.getSnapshot().value).toBe('writing');
  });

  it('reloads once more for a change during the reload', async () => {
    const { actor, read, reach } = await beingCorrected();
    actor.send({ type: 'conversion.refresh' });
    actor.send({ type: 'conversion.refresh' });
    expect(read.calls).toHaveLength(3);
    read.answer({ output: decided });
    await reach({ open: { ready: 'fresh' } });
  });

  it('shows why it is stale when the reload fails, and keeps its content', async () => {
    const { actor, read, reach, correction } = await beingCorrected();
    actor.send({ type: 'conversion.refresh' });
    read.answer({ error: offline });
    await reach({ open: { ready: 'stale' } });
    expect(actor.getSnapshot().context).toMatchObject({
      detail: conversionDetail,
      problem: offline,
    });
    expect(correction?.getSnapshot().value).toBe('writing');
    actor.send({ type: 'retry' });
    read.answer({ output: decided });
    await reach({ open: { ready: 'fresh' } });
    expect(actor.getSnapshot().context.problem).toBeNull();
  });

  it('shows nothing of a conversion that no longer exists', async () => {
    const { actor, read, reach } = await beingCorrected();
    actor.send({ type: 'conversion.refresh' });
    read.answer({ error: { kind: 'missing', message: 'There is no such conversion.' } });
    await reach({ open: 'notFound' });
    expect(actor.getSnapshot().context.detail).toBeNull();
  });
});
