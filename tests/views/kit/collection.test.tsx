import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { TokensSnapshot } from '#machines/settings/tokens.ts';
import { seeFailedUndo } from '../../support/failed-undo.tsx';
import { collectionGestures } from '../../support/gestures/kit/collection.ts';
import { collectionScene } from '../../support/scenes/kit/collection.tsx';
import { token } from '../../support/settings.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Checks for each state the list, the form, the confirmation, the notice, and the next actions. */
function sees(state: TokensSnapshot) {
  const { rows, problem, outcome } = state.context;
  const secret = state.matches({ ready: 'revealed' }) ? outcome?.secret : undefined;
  const isWriting = state.hasTag('writing');
  const isAsking = state.matches({ ready: 'confirming' });
  const form = screen.queryByRole('form', { name: 'API token' });
  expect(form !== null).toBe(isWriting);
  expect(screen.queryByRole('alertdialog') !== null).toBe(isAsking);
  expect(screen.queryByDisplayValue(secret?.token ?? 'nothing') !== null).toBe(
    secret !== undefined,
  );
  if (form) {
    const fields = form.querySelector('fieldset');
    expect(fields?.disabled).toBe(state.hasTag('busy'));
    if (problem?.fields?.name) within(form).getByText('Another one has this name.');
    return;
  }
  if (isAsking || secret) return;
  const panel = screen.getByRole('region', { name: 'API tokens' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const names = within(panel)
    .queryAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));
  expect(names).toEqual(state.hasTag('showing') ? rows.map(({ name }) => name) : []);
  const isDismissible = state.can({ type: 'problem.dismiss' });
  const isUndoable = state.hasTag('undoable') && state.context.notRestored.length > 0;
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(isUndoable);
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isDismissible);
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(
    state.hasTag('failed') && !isDismissible,
  );
}

walkView(collectionScene, {
  gestures: collectionGestures,
  sees,
});

seeFailedUndo(collectionScene, token, { name: token.name });
