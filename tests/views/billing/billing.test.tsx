import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import type { BillingSnapshot } from '#machines/billing/billing.ts';
import { billingGestures } from '../../support/gestures/billing/billing.ts';
import { billingScene } from '../../support/scenes/billing/billing.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Stripe's own form, which is a page of Stripe. */
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: async () => ({}) }));
vi.mock('@stripe/react-stripe-js', () => ({
  Elements: ({ children }: { children: ReactNode }) => children,
  PaymentElement: () => <p>The form of Stripe</p>,
  useStripe: () => ({}),
  useElements: () => ({}),
}));

const sentences: Record<string, RegExp> = {
  notConfigured: /^No plan was chosen, and nothing is owed/,
  unsubscribed: /^No plan was chosen yet/,
  trial: /^The trial runs until Dec 1, 2026/,
  active: /^The current cycle runs until/,
  incomplete: /^Your bank asks you to confirm the first payment/,
  pastDue: /^The last payment failed/,
  cancelling: /^It ends on Dec 1, 2026/,
  cancelled: /^It has ended/,
};

/** Each status by its sentence, each question by its words, and the next actions. */
function sees(state: BillingSnapshot) {
  for (const [stand, sentence] of Object.entries(sentences)) {
    if (state.matches({ idle: stand } as never)) expect(screen.getByText(sentence)).toBeDefined();
  }
  const request = {
    previewing: 'Change to Scale',
    confirming: 'Change to Scale',
    processing: 'Change to Scale',
    requiresAction: 'Your bank asks you to confirm',
    confirmingCancellation: 'Cancel the subscription?',
  };
  const [question] = Object.entries(request).filter(([stand]) => state.matches(stand as never));
  const title = screen.queryByRole('dialog') ?? screen.queryByRole('alertdialog');
  expect(title?.querySelector('.note-title')?.textContent).toBe(question?.[1]);
  if (question) return;
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  const panel = screen.getByRole('region', { name: 'Billing' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
}

walkView(billingScene, {
  gestures: billingGestures,
  sees,
});
