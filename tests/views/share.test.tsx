import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect } from 'vitest';
import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { savedViewsMachine } from '#machines/saved-views.ts';
import { type ShareSnapshot, shareMachine } from '#machines/share.ts';
import { ViewsMenu } from '#views/shell/ViewsMenu.tsx';
import { shareGestures } from '../support/gestures/share.ts';
import { sharePlan } from '../support/plans/share.ts';
import { recorder } from '../support/recorder.ts';
import { member } from '../support/samples.ts';
import { recast, selectionStage, workspaceStage } from '../support/stage.tsx';
import { walkViewed } from '../support/viewed.tsx';

const { parent } = recorder<{ type: 'selection.changed'; query: Query | null }>();
const selection = createActor(selectionStage, { input: { member, facts: {}, parent } }).start();
const workspace = createActor(workspaceStage, { input: { member, facts: {} } }).start();
const views = createActor(savedViewsMachine).start();

/** A pinned link needs figures on screen. */
beforeAll(async () => {
  workspace.send({ type: 'page.entered', screen: 'dashboard' });
  const clicks = () => workspace.getSnapshot().children.dashboard?.getSnapshot().children.clicks;
  await waitFor(() => expect(clicks()?.getSnapshot().hasTag('showing')).toBe(true));
});

/** What became of the link: nothing yet, on the clipboard, to be copied by hand, or refused. */
function sees(state: ShareSnapshot) {
  const trigger = screen.getByRole('button', { name: 'Views' });
  if (trigger.getAttribute('aria-expanded') !== 'true') {
    expect(state.matches('idle') || state.matches('copying')).toBe(true);
    return;
  }
  const links = within(screen.getByRole('region', { name: 'Links' }));
  const { isPinned, address } = state.context;
  expect(links.queryByRole('status')?.textContent ?? '').toBe(
    state.matches('copied') ? `${isPinned ? 'Pinned link' : 'Link'} copied.` : '',
  );
  const shown = links.queryByRole('textbox');
  expect(shown?.getAttribute('value') ?? null).toBe(state.matches('shown') ? address : null);
  expect(links.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkViewed(shareMachine, sharePlan, {
  cast: recast,
  view: (actor) => (
    <ViewsMenu views={views} share={actor} selection={selection} workspace={workspace} />
  ),
  gestures: shareGestures,
  sees,
});
