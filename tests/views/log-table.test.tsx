import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { decisionMachine } from '#machines/decision.ts';
import { LogTable } from '#views/conversions/LogTable.tsx';
import { firstPage, logQuestion } from '../support/conversions.ts';
import { recorder } from '../support/recorder.ts';

it('chooses all rows shown, whatever else is chosen', async () => {
  const { parent } = recorder<{ type: 'decision.made' }>();
  const decision = createActor(decisionMachine, { input: { parent, question: logQuestion } });
  decision.start();
  const ids = () => decision.getSnapshot().context.chosen.map(({ id }) => id);
  decision.send({ type: 'rows.choose', rows: [{ id: 'cv_9', status: 'pending' }], on: true });
  render(
    <LogTable rows={firstPage.rows} zone="UTC" currency="USD" last={null} decision={decision} />,
  );
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all rows shown' });
  expect([all.checked, all.indeterminate]).toEqual([false, false]);
  await userEvent.click(all);
  expect(ids()).toEqual(['cv_9', 'cv_1041']);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  await userEvent.click(all);
  expect(ids()).toEqual(['cv_9']);
});
