import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { CompanySnapshot } from '#machines/settings/company.ts';
import { formGestures } from '../../support/gestures/kit/form.ts';
import { formScene } from '../../support/scenes/kit/form.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The typed text stays in every state; the result is beside the button or below its field. */
function sees(state: CompanySnapshot) {
  const { draft, problem } = state.context;
  const isShowing = state.hasTag('showing');
  expect(screen.getByRole('region', { name: 'Company' }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  const name = screen.queryByLabelText<HTMLInputElement>('Name');
  expect(name?.value).toBe(isShowing ? (draft?.name ?? 'Acme') : undefined);
  expect(screen.queryByText('Saved') !== null).toBe(state.matches({ ready: 'saved' }));
  expect(screen.queryByText('Another one has this name.') !== null).toBe(
    isShowing && problem?.fields !== undefined,
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.matches('failed'));
}

walkView(formScene, {
  gestures: formGestures,
  sees,
});
