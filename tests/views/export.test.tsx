import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import { type ExportSnapshot, exportMachine } from '#machines/export.ts';
import { ExportItems } from '#views/parts/ExportItems.tsx';
import { ExportNotice } from '#views/parts/ExportNotice.tsx';
import { Panel } from '#views/parts/Panel.tsx';
import { exportGestures } from '../support/gestures/export.ts';
import { exportPlan } from '../support/plans/export.ts';
import { question } from '../support/samples.ts';
import { dashboardChildren, recast } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const totals = createActor(dashboardChildren.totals, { input: { query: question } }).start();

/** Nothing, a file on its way, a file that is there, or why it is not. */
function sees(state: ExportSnapshot) {
  const { request, file } = state.context;
  const format = request?.format === 'parquet' ? 'Parquet' : 'CSV';
  const notice = screen.queryByText(/^Preparing|^Saved|was not saved/)?.textContent ?? '';
  expect(notice.trim()).toBe(
    state.matches('preparing')
      ? `Preparing Totals as ${format}`
      : state.matches('done')
        ? `Saved ${file?.name}, 12 KB`
        : state.matches('failed')
          ? `Totals as ${format} was not saved. The server did not answer.`
          : '',
  );
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByRole('button', { name: 'Cancel' }) !== null).toBe(
    state.can({ type: 'export.cancel' }),
  );
}

walkViewed(exportMachine, exportPlan, {
  cast: recast,
  view: (actor) => (
    <>
      <Panel
        title="Totals"
        definition="What was sold."
        busy={false}
        refreshing={false}
        status={null}
        menu={<ExportItems actor={actor} source={totals} title="Totals" report="rc-data" />}
      >
        {null}
      </Panel>
      <ExportNotice actor={actor} />
    </>
  ),
  gestures: exportGestures,
  sees,
});
