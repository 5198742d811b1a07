import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import type { ShareSnapshot } from '#machines/app/share.ts';
import { dashboardIn } from '#machines/app/workspace.ts';
import { shareGestures } from '../../support/gestures/app/share.ts';
import { shareScene, workspace } from '../../support/scenes/app/share.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** A permalink needs figures on screen. */
beforeAll(async () => {
  workspace.send({ type: 'page.entered', screen: 'dashboard' });
  const clicks = () => dashboardIn(workspace.getSnapshot())?.getSnapshot().children.clicks;
  await waitFor(() => expect(clicks()?.getSnapshot().hasTag('showing')).toBe(true));
});

/** The state of the link: none yet, copied, shown for copying by hand, or refused. */
function sees(state: ShareSnapshot) {
  const trigger = screen.getByRole('button', { name: 'Views' });
  if (trigger.getAttribute('aria-expanded') !== 'true') {
    expect(state.matches('idle') || state.matches('copying')).toBe(true);
    return;
  }
  const links = within(screen.getByRole('region', { name: 'Links' }));
  const { isFrozen, address } = state.context;
  expect(links.queryByRole('status')?.textContent ?? '').toBe(
    state.matches('copied') ? `${isFrozen ? 'Frozen snapshot' : 'Link'} copied.` : '',
  );
  const shown = links.queryByRole('textbox');
  expect(shown?.getAttribute('value') ?? null).toBe(state.matches('shown') ? address : null);
  expect(links.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkView(shareScene, {
  gestures: shareGestures,
  sees,
});
