import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ExportSnapshot } from '#machines/app/export.ts';
import { exportGestures } from '../../support/gestures/app/export.ts';
import { exportScene } from '../../support/scenes/app/export.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Nothing, a running export, a saved file, or its error. */
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

walkView(exportScene, {
  gestures: exportGestures,
  sees,
});
