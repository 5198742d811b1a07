import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FunnelWizardSnapshot } from '#machines/funnels/funnel-wizard.ts';
import { focusOnShow } from '#views/kit/focus-on-show.ts';
import { funnelWizardGestures } from '../../support/gestures/funnels/funnel-wizard.ts';
import { funnelWizardScene } from '../../support/scenes/funnels/funnel-wizard.tsx';
import { walkView } from '../../support/view-walk.tsx';

const forms = {
  naming: 'Name of the funnel',
  steps: 'Steps of the funnel',
  settings: 'Counting of the funnel',
  review: 'Review of the funnel',
  publishing: 'Review of the funnel',
} as const;

/** The form of the step, whether it can go on, and what went wrong at its field. */
function sees(state: FunnelWizardSnapshot) {
  const { draft } = state.context;
  const at = Object.keys(forms).find((step): step is keyof typeof forms =>
    state.matches({ open: step as keyof typeof forms }),
  );
  const shown = screen.queryAllByRole('form').map((form) => form.getAttribute('aria-label'));
  expect(shown).toEqual(at ? [forms[at]] : []);
  expect(screen.queryByRole('alertdialog') !== null).toBe(
    state.matches('leaving') || state.matches('discardingToLeave'),
  );
  if (
    state.matches({ leaving: 'notDiscarded' }) ||
    state.matches({ open: { resuming: 'notDiscarded' } })
  )
    expect(screen.getByRole('alert').textContent).toBe(state.context.discardProblem?.message);
  if (state.matches('leaving'))
    expect(document.querySelector('.wizard-body')?.textContent, 'behind the question').toBeTruthy();
  expect(screen.queryByText(/suggest no funnel yet/) !== null).toBe(
    state.matches({ open: { choosing: 'nothingFound' } }),
  );
  if (state.matches({ open: { naming: 'taken' } }))
    expect(screen.getByText(/Another funnel has this short name/)).toBeDefined();
  if (state.matches({ open: 'naming' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(draft.name);
  if (state.matches({ open: { steps: 'refused' } }))
    expect(screen.getByText('Choose another event.')).toBeDefined();
  if (state.matches({ open: { settings: 'refused' } }))
    expect(screen.getByText('Choose from 1 minute to 90 days.')).toBeDefined();
  if (state.matches({ open: { review: 'refused' } }))
    expect(screen.getByRole('alert')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Two versions' }) !== null).toBe(
    state.matches({ open: { review: 'conflict' } }),
  );
  const next = screen.queryByRole('button', { name: /^(Next|Create and publish)/ });
  if (next)
    expect(next.getAttribute('aria-disabled') === 'true').toBe(
      !state.can({ type: 'next' }) && !state.can({ type: 'publish' }),
    );
}

walkView(funnelWizardScene, { gestures: funnelWizardGestures, sees });

it.each([
  [
    'its first field',
    '<button>Back</button><input id="wanted" /><button type="submit">Next</button>',
  ],
  ['what goes on', '<button>Back</button><button type="submit" id="wanted">Publish</button>'],
  ['what is marked', '<input /><button data-first id="wanted">Detect</button>'],
])('leads the keyboard of a step to %s', (_, html) => {
  const step = document.createElement('div');
  step.className = 'wizard';
  step.innerHTML = html;
  document.body.append(step);
  focusOnShow(step);
  expect(document.activeElement?.id).toBe('wanted');
  step.remove();
});
