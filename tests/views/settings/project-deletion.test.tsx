import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { ProjectDeletionSnapshot } from '#machines/settings/project-deletion.ts';
import { projectDeletionGestures } from '../../support/gestures/settings/project-deletion.ts';
import { projectDeletionScene } from '../../support/scenes/settings/project-deletion.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The date of the deletion, the form for typing the name, and the button that cancels the deletion. */
function sees(state: ProjectDeletionSnapshot) {
  const { found, problem } = state.context;
  const isWriting = state.hasTag('writing');
  expect(screen.queryByRole('form', { name: 'Delete project' }) !== null).toBe(isWriting);
  if (isWriting) {
    expect(screen.queryByText('This is not its name.') !== null).toBe(
      problem !== null && !state.hasTag('busy'),
    );
    return;
  }
  const isLeaving = found?.deletes_at != null;
  expect(screen.queryByText('Acme is deleted on Nov 27, 2026, 20:14:00.') !== null).toBe(isLeaving);
  expect(screen.queryByRole('button', { name: 'Keep the project' }) !== null).toBe(isLeaving);
  expect(screen.queryByRole('button', { name: 'Delete Acme' }) !== null).toBe(
    found !== null && !isLeaving,
  );
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
}

walkView(projectDeletionScene, {
  gestures: projectDeletionGestures,
  sees,
});
