import { screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { SplitTestWizardSnapshot } from '#machines/split-tests/split-test-wizard.ts';
import { faultsOf, stepOf, testSteps } from '#model/split-test-draft.ts';
import { splitTestWizardGestures } from '../../support/gestures/split-tests/split-test-wizard.ts';
import { splitTestWizardScene } from '../../support/scenes/split-tests/split-test-wizard.tsx';
import { walkView } from '../../support/view-walk.tsx';

const forms = {
  what: 'What the test is about',
  variants: 'Variants',
  goal: 'Goal',
  traffic: 'Traffic',
} as const;

/** The form of the step; its faults only once it was to be left, or the server refused it. */
function sees(state: SplitTestWizardSnapshot) {
  const isAsking = screen.queryByRole('alertdialog', { name: 'Keep what you entered?' }) !== null;
  expect(isAsking).toBe(state.matches('leaving'));
  if (isAsking) return;
  const step = testSteps.find((one) => state.matches({ open: one }));
  for (const one of testSteps) {
    expect(screen.queryByRole('form', { name: forms[one] }) !== null).toBe(one === step);
  }
  expect(screen.queryByRole('button', { name: 'Go on' }) !== null).toBe(
    state.matches({ open: 'resuming' }),
  );
  if (!step) return;
  const { draft } = state.context;
  const ofStep = Object.keys(faultsOf(draft)).filter((field) => stepOf(field) === step);
  const isIncomplete = state.matches({ open: { [step]: 'incomplete' } } as never);
  const wrong = document.querySelectorAll('[aria-invalid="true"]').length;
  if (isIncomplete) expect(wrong > 0).toBe(ofStep.length > 0);
  else if (!state.hasTag('failed')) expect(wrong).toBe(0);
}

walkView(splitTestWizardScene, { gestures: splitTestWizardGestures, sees });
