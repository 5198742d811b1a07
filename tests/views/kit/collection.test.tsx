import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { TokensSnapshot } from '#machines/settings/settings-lists.ts';
import { collectionGestures } from '../../support/gestures/kit/collection.ts';
import { collectionScene } from '../../support/scenes/kit/collection.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its list, its form, what is asked, what is told, and the ways on. */
function sees(state: TokensSnapshot) {
  const { rows, problem, outcome } = state.context;
  const shown = state.matches({ ready: 'shown' }) ? outcome?.shown : undefined;
  const isWriting = state.hasTag('writing');
  const isAsking = state.matches({ ready: 'confirming' });
  const form = screen.queryByRole('form', { name: 'API token' });
  expect(form !== null).toBe(isWriting);
  expect(screen.queryByRole('alertdialog') !== null).toBe(isAsking);
  expect(screen.queryByDisplayValue(shown?.token ?? 'nothing') !== null).toBe(shown !== undefined);
  if (form) {
    const fields = form.querySelector('fieldset');
    expect(fields?.disabled).toBe(state.hasTag('busy'));
    if (problem?.fields?.name) within(form).getByText('Another one has this name.');
    return;
  }
  if (isAsking || shown) return;
  const panel = screen.getByRole('region', { name: 'API tokens' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const names = within(panel)
    .queryAllByRole('listitem')
    .map((item) => item.getAttribute('aria-label'));
  expect(names).toEqual(state.hasTag('showing') ? rows.map(({ name }) => name) : []);
  const isDismissible = state.can({ type: 'problem.dismiss' });
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(state.hasTag('undoable'));
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(isDismissible);
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(
    state.hasTag('failed') && !isDismissible,
  );
}

walkView(collectionScene, {
  gestures: collectionGestures,
  sees,
});
