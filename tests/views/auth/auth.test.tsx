import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { DocumentSnapshot } from '#machines/auth/document.ts';
import type { SubmissionSnapshot } from '#machines/kit/submission.ts';
import { documentScene } from '../../support/scenes/auth/document.tsx';
import { submissionScene } from '../../support/scenes/kit/submission.tsx';
import { walkView } from '../../support/view-walk.tsx';

walkView(submissionScene, {
  gestures: {
    'answers.submit': async ({ answers }, { user, screen }) => {
      const email = screen.getByLabelText('Email');
      await user.clear(email);
      await user.click(email);
      await user.paste(answers);
      await user.click(screen.getByRole('button', { name: 'Send the link' }));
    },
  },
  sees: (state: SubmissionSnapshot<string, string>) => {
    const heading = screen.getByRole('heading', { level: 1 }).textContent;
    expect(heading).toBe(state.hasTag('done') ? 'Check your email' : 'Forgot your password?');
    expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
    expect(screen.queryByRole('button', { name: 'Sending' }) !== null).toBe(state.hasTag('busy'));
  },
});

walkView(documentScene, {
  gestures: {
    retry: async (_, { user, screen }) =>
      user.click(screen.getByRole('button', { name: 'Retry privacy policy' })),
  },
  sees: (state: DocumentSnapshot) => {
    expect(screen.queryByRole('heading', { level: 1 })?.textContent ?? null).toBe(
      state.hasTag('showing') ? 'Our policy' : null,
    );
    expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  },
});
