import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Panel } from '#views/kit/Panel.tsx';

function Shown() {
  const [shown, onChange] = useState(false);
  return (
    <Panel
      title="Revenue in range"
      definition="Revenue of each day."
      busy={false}
      refreshing={false}
      status={null}
      twin={{ shown, onChange }}
    >
      {shown ? 'rows' : 'drawing'}
    </Panel>
  );
}

async function open() {
  const user = userEvent.setup();
  render(<Shown />);
  const show = () => user.click(screen.getByRole('button', { name: 'Menu of revenue in range' }));
  await show();
  return { user, show };
}

describe('the menu of a panel', () => {
  it('switches between the drawing and the table view', async () => {
    const { user, show } = await open();
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show as table' }));
    expect(screen.getByText('rows')).toBeDefined();
    await show();
    const item = await screen.findByRole('menuitemcheckbox', { name: 'Show as table' });
    expect(item.getAttribute('aria-checked')).toBe('true');
    await user.click(item);
    expect(screen.getByText('drawing')).toBeDefined();
  });

  it('copies the address of the page with the panel as its anchor', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Link copied'));
    const link = new URL(await navigator.clipboard.readText());
    expect(link.hash).toBe('#revenue-in-range');
    expect(document.getElementById('revenue-in-range')).not.toBeNull();
  });

  it('shows an error when the browser does not let it copy', async () => {
    const { user } = await open();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe('Copying is not allowed here'),
    );
  });

  it('opens the definition', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('menuitem', { name: 'What it shows' }));
    expect(await screen.findByRole('dialog', { name: 'Revenue in range' })).toBeDefined();
  });
});
