import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  type OfferEditorSnapshot,
  offerEditorMachine,
  offerFormMachine,
} from '#machines/offers/offer-editor.ts';
import { OfferEditorScreen } from '#views/offers/OfferEditorScreen.tsx';
import { offerEditorGestures } from '../../support/gestures/offers/offer-editor.ts';
import { offerDetail, offersPlace } from '../../support/offers.ts';
import { member, query } from '../../support/samples.ts';
import {
  offerEditorChildren,
  offerEditorScene,
} from '../../support/scenes/offers/offer-editor.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The form of the offer in the address; the form itself has its walk in the kit. */
function sees(state: OfferEditorSnapshot) {
  const { place, query: chosen } = state.context;
  const mayWrite = chosen.project === query.project;
  const title = place?.id == null ? 'Add an offer' : `Edit ${offerDetail.name}`;
  expect(screen.queryByRole('heading', { level: 1, name: title }) !== null).toBe(
    mayWrite && state.matches('open'),
  );
  expect(screen.queryByText('Your role cannot change offers') !== null).toBe(!mayWrite);
}

walkView(offerEditorScene, { gestures: offerEditorGestures, sees });

function open(id: number | null) {
  const [readEntity, saveEntity] = [
    scriptedRequest<unknown, unknown>(),
    scriptedRequest<unknown, { draft: Record<string, unknown> }>(),
  ];
  const form = withActors(offerFormMachine, {
    readEntity: readEntity.logic,
    saveEntity: saveEntity.logic,
  });
  const actor = createActor(withActors(offerEditorMachine, { ...offerEditorChildren, form }), {
    input: { query, member },
  }).start();
  actor.send({ type: 'address.recalled', place: { ...offersPlace, id } });
  render(<OfferEditorScreen actor={actor as never} />);
  readEntity.answer({ output: { zone: 'UTC', detail: id === null ? null : offerDetail } });
  return { user: userEvent.setup(), readEntity, saveEntity };
}

const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('a new offer', () => {
  it('shows what is missing when it is created, at the fields and at their section', async () => {
    const { user, saveEntity } = open(null);
    await user.click(await screen.findByRole('button', { name: 'Create offer' }));
    expect(await screen.findByText('Enter a name.')).toBeDefined();
    expect(saveEntity.calls).toHaveLength(0);
    const links = within(screen.getByRole('navigation', { name: 'Sections of the offer' }));
    expect(links.getByRole('button', { name: /Basics 1 to mend/ })).toBeDefined();
    await user.type(field('Name'), 'Summer box');
    await user.type(field(/^Address of the offer/), 'https://shop.example/?c=1');
    await user.click(screen.getByRole('button', { name: '{click_id}' }));
    expect(field(/^Address of the offer/).value).toBe(
      'https://shop.example/?c=1&click_id={click_id}',
    );
    await user.click(screen.getByRole('button', { name: 'Create offer' }));
    await waitFor(() => expect(saveEntity.calls).toHaveLength(1));
    expect(saveEntity.calls[0]?.draft).toMatchObject({ name: 'Summer box' });
  });

  it('shows at its field what the server refuses, and loses nothing', async () => {
    const { user, saveEntity } = open(null);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Summer box');
    await user.click(screen.getByRole('button', { name: 'Add terms' }));
    await user.type(field('Payout (USD)'), '40');
    await user.click(screen.getByRole('button', { name: 'Create offer' }));
    await waitFor(() => expect(saveEntity.calls).toHaveLength(1));
    const message = 'The payout is above the revenue.';
    saveEntity.answer({
      error: { kind: 'invalid', message, fields: { 'terms.0.payout_amount': [message] } },
    });
    await waitFor(() => expect(screen.getAllByText(message, { exact: false })).toHaveLength(2));
    expect(field('Payout (USD)').getAttribute('aria-invalid')).toBe('true');
    expect(field('Payout (USD)').value).toBe('40');
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(saveEntity.calls).toHaveLength(2));
  });
});

describe('rows of the form', () => {
  it('adds goals and tiers, with the focus in the added row, and removes them', async () => {
    const { user, saveEntity } = open(null);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Summer box');
    await user.click(screen.getByRole('button', { name: 'Add goal' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Goal')));
    await user.keyboard('Free trial{Tab}trial{Tab}trial_started');
    await user.click(screen.getByRole('button', { name: 'Add terms' }));
    await user.type(field('Payout (USD)'), '40');
    await user.selectOptions(screen.getByLabelText('For the goal'), 'Free trial');
    await user.click(screen.getByRole('button', { name: 'Add tier' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Tier 1: from conversion')));
    expect(field('Tier 1: from conversion').value).toBe('100');
    await user.type(field('Tier 1: payout (USD)'), '44');
    await user.click(screen.getByRole('button', { name: 'Add tier' }));
    await user.click(screen.getByRole('button', { name: 'Remove tier 2' }));
    await user.click(screen.getByRole('button', { name: 'Create offer' }));
    await waitFor(() => expect(saveEntity.calls).toHaveLength(1));
    expect(saveEntity.calls[0]?.draft).toMatchObject({
      goals: [{ name: 'Free trial', key: 'trial', event: 'trial_started' }],
      terms: [{ goal: 'trial', tiers: [{ from_count: '100', amount: '44' }] }],
    });
    const message = 'This is above the revenue.';
    saveEntity.answer({
      error: { kind: 'invalid', message, fields: { 'terms.0.tiers.0.amount': [message] } },
    });
    await waitFor(() =>
      expect(field('Tier 1: payout (USD)').getAttribute('aria-invalid')).toBe('true'),
    );
  });

  it('shows at its field which goal repeats a key, and which tier begins too early', async () => {
    const { user } = open(null);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Summer box');
    for (const _ of [1, 2]) {
      await user.click(screen.getByRole('button', { name: 'Add goal' }));
      await user.type(screen.getAllByRole('textbox', { name: 'Goal' }).at(-1) as Element, 'Trial');
      await user.type(
        screen.getAllByRole('textbox', { name: 'Key in reports' }).at(-1) as Element,
        'trial',
      );
    }
    await user.click(screen.getByRole('button', { name: 'Add terms' }));
    await user.type(field('Payout (USD)'), '40');
    await user.click(screen.getByRole('button', { name: 'Add tier' }));
    await user.clear(field('Tier 1: from conversion'));
    await user.type(field('Tier 1: payout (USD)'), '44');
    await user.click(screen.getByRole('button', { name: 'Create offer' }));
    await screen.findByText('Another goal has this key.');
    const [first, second] = screen.getAllByRole('textbox', { name: 'Key in reports' });
    expect(first?.getAttribute('aria-invalid')).not.toBe('true');
    expect(second?.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Start at conversion 2 or later.')).toBeDefined();
  });
});

it('shows both versions of an offer that was saved meanwhile', async () => {
  const { user, readEntity, saveEntity } = open(offerDetail.id);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' two');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(1));
  saveEntity.answer({ error: { kind: 'conflict', message: 'It was changed meanwhile.' } });
  await waitFor(() => expect(readEntity.calls).toHaveLength(2));
  readEntity.answer({
    output: { zone: 'UTC', detail: { ...offerDetail, name: 'Theirs', category: 'Toys' } },
  });
  const both = within(await screen.findByRole('alert', { name: 'Two versions' }));
  expect(both.getByRole('cell', { name: 'Theirs' })).toBeDefined();
  expect(both.getByRole('cell', { name: `${offerDetail.name} two` })).toBeDefined();
  await user.click(both.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(2));
  expect(saveEntity.calls[1]?.draft).toMatchObject({
    name: `${offerDetail.name} two`,
    category: 'Toys',
  });
});
