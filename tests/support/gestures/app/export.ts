import type { exportMachine } from '#machines/app/export.ts';
import type { Gestures } from '../../view-walk.tsx';

const names = { csv: 'CSV', xlsx: 'XLSX', json: 'JSON', parquet: 'Parquet' } as const;

export const exportGestures: Gestures<typeof exportMachine> = {
  'export.start': async ({ request }, { user, screen }) => {
    await user.click(screen.getByRole('button', { name: 'Menu of totals' }));
    const name = `Export as ${names[request.format]}`;
    await user.click(await screen.findByRole('menuitem', { name }));
  },
  'export.cancel': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Cancel' })),
  'export.dismiss': async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Dismiss' })),
  retry: async (_, { user, screen }) =>
    user.click(screen.getByRole('button', { name: 'Retry export' })),
};
