import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { PreviewSnapshot } from '#machines/kit/preview.ts';
import { previewGestures } from '../../support/gestures/kit/preview.ts';
import type { NoteTypes } from '../../support/plans/kit/editor.ts';
import { previewScene } from '../../support/scenes/kit/preview.tsx';
import { walkView } from '../../support/view-walk.tsx';

type NotePreview = PreviewSnapshot<NoteTypes['scope'], NoteTypes['draft'], NoteTypes['preview']>;

/** The last preview stays on screen, marked as old, until the next one. */
function sees(state: NotePreview) {
  const { preview } = state.context;
  expect(screen.getByRole('region', { name: 'Preview' }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  const shown = screen.queryByText('6 letters');
  expect(shown !== null).toBe(preview !== null);
  expect(shown?.parentElement?.dataset.old === undefined).toBe(
    preview === null || state.hasTag('showing'),
  );
  expect(screen.queryByText('Give the note a name first.') !== null).toBe(
    state.matches('unreadable'),
  );
  expect(screen.queryByText(/You can save all the same/) !== null).toBe(state.hasTag('failed'));
}

walkView(previewScene, { gestures: previewGestures, sees });
