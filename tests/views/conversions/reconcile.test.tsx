import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Reconciliation } from '#contract/conversions/reconciliation.ts';
import type { Problem } from '#contract/problem.ts';
import { type ExportActor, exportMachine, type SavedFile } from '#machines/app/export.ts';
import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { type ReconcileSnapshot, reconcileMachine } from '#machines/conversions/reconcile.ts';
import type { ExportRequest } from '#model/export.ts';
import type { ReconcileRequest } from '#model/reconcile.ts';
import { Reconcile } from '#views/conversions/Reconcile.tsx';
import { logQuestion } from '../../support/conversions.ts';
import { reconcileGestures } from '../../support/gestures/conversions/reconcile.ts';
import { reconciliation } from '../../support/reconciliation.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { reconcileScene } from '../../support/scenes/conversions/reconcile.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The differing lines stay on screen while the file is compared again. */
function sees(state: ReconcileSnapshot) {
  const panel = within(screen.getByRole('region', { name: 'Reconcile' }));
  const region = screen.getByRole('region', { name: 'Reconcile' });
  expect(region.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(panel.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  expect(panel.queryByRole('button', { name: /^A comma/ }) !== null).toBe(state.matches('asking'));
  const { found, file } = state.context;
  expect(panel.queryByText('network.csv') !== null).toBe(file !== null);
  const list = panel.queryByRole('table', { name: 'Lines that differ' });
  expect(list !== null).toBe(found !== null);
  if (!list) return;
  expect(
    within(list).getByRole('row', { name: 'o-9 Line 5 Not known here approved – 5.00 –' }),
  ).toBeDefined();
  expect(panel.getByText('Theirs against ours, USD').nextSibling?.textContent).toContain(
    '280.00 to 300.00',
  );
}

walkView(reconcileScene, {
  gestures: reconcileGestures,
  sees,
});

it('starts a decision about those with another status at the network', async () => {
  const { parent } = recordingParent<{ type: 'decision.made' }>();
  const decision = createActor(conversionDecisionMachine, {
    input: { parent, question: logQuestion },
  }).start();
  const machine = reconcileMachine.provide({
    actors: { compareFile: fromPromise(async () => reconciliation) },
  });
  const actor = createActor(machine, { input: { project: 7, timezone: 'UTC' } }).start();
  actor.send({ type: 'file.choose', file: { name: 'network.csv', size: 40 } });
  render(<Reconcile actor={actor} last={null} decision={decision} exporter={undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 1 as they did' }));
  const { selected: chosen, draft: verdict } = decision.getSnapshot().context;
  expect([chosen, verdict.to]).toEqual([[{ id: 'c_1', status: 'pending' }], 'approved']);
});

it('says why a file cannot be compared in one sentence', async () => {
  const refused: Problem = {
    kind: 'invalid',
    message: 'csv: The file is empty.',
    fields: { csv: ['The file is empty.'] },
  };
  const machine = reconcileMachine.provide({
    actors: { compareFile: fromPromise(() => Promise.reject(refused)) },
  });
  const actor = createActor(machine, { input: { project: 7, timezone: 'UTC' } }).start();
  actor.send({ type: 'file.choose', file: { name: 'network.csv', size: 0 } });
  render(<Reconcile actor={actor} last={null} decision={undefined} exporter={undefined} />);
  const alert = await screen.findByRole('alert');
  expect(within(alert).getByText('The file is empty.')).toBeDefined();
});

/** A finished comparison on screen. */
async function compared(found: Reconciliation, exporter?: ExportActor) {
  const compare = scriptedRequest<Reconciliation, ReconcileRequest>();
  const machine = reconcileMachine.provide({ actors: { compareFile: compare.logic } });
  const actor = createActor(machine, { input: { project: 7, timezone: 'UTC' } }).start();
  const file = { name: 'network.csv', size: 40 };
  actor.send({ type: 'file.choose', file });
  compare.answer({ output: found });
  render(<Reconcile actor={actor} last={null} decision={undefined} exporter={exporter} />);
  await screen.findByRole('table', { name: 'Lines that differ' });
  return { compare, file, user: userEvent.setup() };
}
const rowNames = () =>
  screen.getAllByRole('rowheader').map((one) => within(one).getByRole('link').textContent);

it('lists what the file leaves out, with its sum, alone if wanted', async () => {
  const { user } = await compared(reconciliation);
  expect(screen.getByText('Ours, not in theirs', { selector: 'dt' }).nextSibling?.textContent).toBe(
    '1 worth 70.00 USD',
  );
  expect(screen.getByText(/^1 conversion of Nov 20, 2026 count/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^Show/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Ours, not in theirs, 1' }));
  expect(rowNames()).toEqual(['o-4']);
});

it('looks in other days and at all affiliates', async () => {
  const { compare, user } = await compared(reconciliation);
  const start = screen.getByLabelText('Expect conversions from');
  fireEvent.change(start, { target: { value: '2026-11-01' } });
  await user.click(screen.getByRole('button', { name: 'Compare these days' }));
  const days = { start: '2026-11-01', end: '2026-11-20' };
  expect(compare.calls.at(-1)?.choice).toMatchObject({ days });
  compare.answer({ output: reconciliation });
  await user.click(await screen.findByRole('button', { name: /^Of/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'the whole project' }));
  expect(compare.calls.at(-1)?.choice).toMatchObject({ days, affiliates: 'all' });
});

it('has pages, sorted over all of them', async () => {
  const [, line] = reconciliation.rows;
  if (!line) throw new Error('A line differs.');
  const rows = Array.from({ length: 120 }, (_, index) => ({
    ...line,
    line: index + 2,
    key: `o-${index}`,
    conversion_id: `c_${index}`,
    their_value: index,
  }));
  const { user } = await compared({ ...reconciliation, rows });
  expect(screen.getByText('1–50 of 120')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect([rowNames()[0], rowNames().length]).toEqual(['o-100', 20]);
  await user.click(screen.getByRole('button', { name: 'Their value' }));
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(rowNames()[0]).toBe('o-119');
});

it('exports the comparison as it was made', async () => {
  const save = scriptedRequest<SavedFile, { request: ExportRequest | null }>();
  const exporter = createActor(
    exportMachine.provide({ actors: { saveExport: save.logic } }),
  ).start();
  const { file, user } = await compared(reconciliation, exporter);
  await user.click(screen.getByRole('button', { name: 'Export the comparison' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }));
  expect(save.calls).toEqual([
    {
      request: {
        title: 'Reconciliation',
        report: 'reconciliation',
        format: 'csv',
        question: { project: 7, timezone: 'UTC', file, choice: { columns: {} } },
      },
    },
  ]);
});
