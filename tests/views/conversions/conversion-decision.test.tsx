import { screen } from '@testing-library/react';
import { describe, expect } from 'vitest';
import type { ConversionDecisionSnapshot } from '#machines/conversions/conversion-decision.ts';
import { conversionsIn, statusActionWords } from '#views/conversions/decision-words.ts';
import { conversionDecisionGestures } from '../../support/gestures/conversions/conversion-decision.ts';
import { conversionDecisionScene } from '../../support/scenes/conversions/conversion-decision.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** The chosen conversions, the effect, the result, and each next action. */
function sees(state: ConversionDecisionSnapshot) {
  const bar = screen.queryByRole('region', { name: 'Decision' });
  expect(bar !== null).toBe(!state.matches('idle'));
  if (!bar) return;
  expect(bar.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.queryByText('2 conversions chosen') !== null).toBe(state.matches('choosing'));
  const outcome = state.matches('confirming') || state.matches('decided');
  expect(screen.queryByText(/payout −12.00 USD/) !== null).toBe(
    outcome || state.matches('applyFailed'),
  );
  expect(screen.queryByText(/It is approved already/) !== null).toBe(outcome);
  expect(screen.queryByText('1 conversion as before.') !== null).toBe(state.matches('undone'));
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  if (state.hasTag('failed')) {
    const { result: answer, selected: chosen, draft: verdict, problem } = state.context;
    const act = statusActionWords[verdict.to];
    const about = `${act} ${conversionsIn(answer?.changed ?? chosen.length)}`;
    const output = screen.getByRole('alert').textContent ?? '';
    expect(output.startsWith(state.matches('undoFailed') ? `Undo: ${about}` : about)).toBe(true);
    expect(output.endsWith(problem?.message ?? '')).toBe(true);
  }
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(
    state.can({ type: 'decision.undo' }),
  );
  expect(screen.queryByRole('button', { name: 'Cancel' }) !== null).toBe(
    state.can({ type: 'decision.cancel' }),
  );
}

walkView(conversionDecisionScene, {
  gestures: conversionDecisionGestures,
  sees,
});

describe('with Escape for Cancel', () => {
  walkView(conversionDecisionScene, {
    gestures: {
      ...conversionDecisionGestures,
      'decision.cancel': async (_, { user, screen }) => {
        screen.getByRole('button', { name: 'Cancel' }).focus();
        await user.keyboard('{Escape}');
      },
    },
    sees,
  });
});
