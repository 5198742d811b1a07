import { Menu } from '@base-ui/react/menu';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { ExportSnapshot } from '#machines/app/export.ts';
import { FormatItems } from '#views/kit/ExportItems.tsx';
import { followLocale } from '#views/kit/locale.ts';
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

it('offers semicolons to people whose decimals follow a comma', async () => {
  followLocale('de-DE', 'en-US');
  const onChoose = vi.fn();
  render(
    <Menu.Root defaultOpen>
      <Menu.Portal>
        <Menu.Positioner>
          <Menu.Popup>
            <FormatItems onChoose={onChoose} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>,
  );
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(
    ['CSV', 'CSV with semicolons', 'XLSX', 'JSON', 'Parquet'].map((name) => `Export as ${name}`),
  );
  await userEvent.setup().click(screen.getByRole('menuitem', { name: /semicolons/ }));
  expect(onChoose.mock.calls).toEqual([[{ format: 'csv', separator: 'semicolon' }]]);
  followLocale(null, 'en-US');
});

walkView(exportScene, {
  gestures: exportGestures,
  sees,
});
