import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  draftEditorMachine,
  type FunnelEditorSnapshot,
  funnelEditorMachine,
  funnelPreviewMachine,
} from '#machines/funnels/funnel-editor.ts';
import { publishingMachine } from '#machines/funnels/publishing.ts';
import { FunnelEditorScreen } from '#views/funnels/FunnelEditorScreen.tsx';
import { changedFunnel, conflict, preview } from '../../support/funnel-editor.ts';
import { funnel, place } from '../../support/funnel-overview.ts';
import { funnelEditorGestures } from '../../support/gestures/funnels/funnel-editor.ts';
import { member, offline, query } from '../../support/samples.ts';
import { editorChildren, funnelEditorScene } from '../../support/scenes/funnels/funnel-editor.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Each part by its own content; the editor itself has its own walk in the kit. */
function sees(state: FunnelEditorSnapshot) {
  const mayWrite = state.context.query.project === query.project;
  expect(screen.queryByText('Your role cannot edit funnels') !== null).toBe(!mayWrite);
  expect(screen.queryByRole('heading', { level: 1, name: 'Edit Main offer' }) !== null).toBe(
    mayWrite && state.matches('open'),
  );
  const isThere = (name: string | RegExp) => screen.queryByRole('heading', { name }) !== null;
  expect(isThere('Steps')).toBe(mayWrite && state.matches({ open: 'funnel' }));
  expect(isThere('Add a step')).toBe(mayWrite && state.matches({ open: 'newStep' }));
  expect(isThere('Step 2: Checkout')).toBe(mayWrite && state.matches({ open: 'step' }));
}

walkView(funnelEditorScene, { gestures: funnelEditorGestures, sees });

/** The editor at one of its addresses, with scripted requests. */
function open(childSlug: string | null = null, { role = 'owner' } = {}) {
  const [readEntity, saveEntity, readPreview] = [
    scriptedRequest(),
    scriptedRequest<unknown, { draft: Record<string, unknown>; entity: { version: number } }>(),
    scriptedRequest(),
  ];
  const [measureEffect, publishFunnel] = [scriptedRequest(), scriptedRequest()];
  const left: string[] = [];
  const shown: (string | null)[] = [];
  const livePreview = withActors(funnelPreviewMachine, {
    readPreview: readPreview.logic,
  }).provide({ delays: { typingRests: 0 } });
  const editor = withActors(draftEditorMachine, {
    readEntity: readEntity.logic,
    saveEntity: saveEntity.logic,
    preview: livePreview,
  }).provide({
    actions: {
      goTo: ((_: unknown, { destination }: { destination: string }) =>
        void left.push(destination)) as never,
    },
  });
  const publishing = withActors(publishingMachine, {
    measureEffect: measureEffect.logic,
    publishFunnel: publishFunnel.logic,
  });
  const projects = member.projects.map((one) => ({ ...one, role }));
  const actor = createActor(
    withActors(funnelEditorMachine, { ...editorChildren, editor, publishing }).provide({
      actions: {
        showStep: ((_: unknown, { slug }: { slug: string | null }) => {
          shown.push(slug);
          actor.send({ type: 'address.recalled', place: { ...place, childSlug: slug } });
        }) as never,
      },
    }),
    { input: { query, member: { ...member, projects } } },
  ).start();
  actor.send({ type: 'address.recalled', place: { ...place, childSlug } });
  render(<FunnelEditorScreen actor={actor as never} />);
  return {
    actor,
    readEntity,
    saveEntity,
    readPreview,
    measureEffect,
    publishFunnel,
    left,
    shown,
  };
}

async function opened(childSlug: string | null = null) {
  const page = open(childSlug);
  page.readEntity.answer({ output: funnel });
  await screen.findByRole('heading', { level: 1 });
  return { ...page, user: userEvent.setup() };
}

const stepsOf = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

const isEnabled = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') !== 'true';

it('moves a step by its buttons, and undoes and saves that with the version that was read', async () => {
  const { user, saveEntity } = await opened();
  expect(stepsOf()).toEqual(['Landing', 'Checkout', 'Order bump', 'Purchase']);
  expect(isEnabled('Save draft')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Move Checkout up' }));
  expect(stepsOf()).toEqual(['Checkout', 'Landing', 'Order bump', 'Purchase']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(stepsOf()).toEqual(['Landing', 'Checkout', 'Order bump', 'Purchase']);
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  expect(screen.getByText('Unsaved changes')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(1));
  expect(saveEntity.calls[0]?.entity.version).toBe(4);
  expect(saveEntity.calls[0]?.draft).toMatchObject({
    steps: [{ slug: 'checkout' }, { slug: 'landing' }, { slug: 'bump' }, { slug: 'purchase' }],
  });
  saveEntity.answer({ output: changedFunnel });
  expect(await screen.findByText('Saved')).toBeDefined();
});

it('keeps what was typed if saving fails, and shows the reason at its field', async () => {
  const { user, saveEntity } = await opened();
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.clear(name);
  expect(await screen.findByText('Enter a name.')).toBeDefined();
  await user.type(name, 'Other');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  const message = 'Another funnel has this name.';
  saveEntity.answer({ error: { kind: 'invalid', message, fields: { name: [message] } } });
  await waitFor(() => expect(screen.getAllByText(message, { exact: false })).toHaveLength(2));
  expect(name.value).toBe('Other');
  expect(name.getAttribute('aria-invalid')).toBe('true');
});

it('saves again after a save that failed', async () => {
  const { user, saveEntity } = await opened();
  await user.click(screen.getByRole('button', { name: 'Move Checkout up' }));
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  saveEntity.answer({ error: offline });
  await user.click(await screen.findByRole('button', { name: 'Save again' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(2));
  saveEntity.answer({ output: changedFunnel });
  expect(await screen.findByText('Saved')).toBeDefined();
});

it('shows both values after a conflict, and keeps what only one side changed', async () => {
  const { user, readEntity, saveEntity } = await opened();
  const theirs = { ...changedFunnel, name: 'Their offer' };
  const rows = async () => {
    const both = within(await screen.findByRole('alert', { name: 'Two versions' }));
    return both
      .getAllByRole('row')
      .map(({ children }) => [...children].map(({ textContent }) => textContent));
  };
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' two');
  await user.type(screen.getByRole('textbox', { name: /^Description/ }), 'Mine.');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  saveEntity.answer({ error: conflict });
  await waitFor(() => expect(readEntity.calls).toHaveLength(2));
  readEntity.answer({ output: theirs });
  const compared = [
    ['Field', 'Theirs', 'Yours'],
    ['Name', 'Their offer', 'Main offer two'],
    ['Description', expect.not.stringContaining('Mine.'), expect.stringContaining('Mine.')],
    ['Window', '1 day', '7 days'],
  ];
  expect(await rows()).toEqual(compared);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(2));
  expect(saveEntity.calls[1]).toMatchObject({
    entity: { version: 5 },
    draft: {
      ...{ name: 'Main offer two', window_minutes: 1_440 },
      description: expect.stringContaining('Mine.'),
    },
  });
  saveEntity.answer({ error: conflict });
  await waitFor(() => expect(readEntity.calls).toHaveLength(3));
  readEntity.answer({ output: { ...theirs, version: 6, name: 'Their second offer' } });
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
    'Their second offer',
  );
  expect(
    screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ }).value,
  ).toContain('Mine.');
  expect(screen.getByText('Unsaved changes')).toBeDefined();
});

it('keeps what is typed while both versions are on screen', async () => {
  const { user, readEntity, saveEntity } = await opened();
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(name, ' two');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  saveEntity.answer({ error: conflict });
  await waitFor(() => expect(readEntity.calls).toHaveLength(2));
  readEntity.answer({ output: { ...changedFunnel, name: 'Their offer' } });
  await screen.findByRole('alert', { name: 'Two versions' });
  await user.type(name, ' and a half');
  expect(name.value).toBe('Main offer two and a half');
  expect(screen.getByRole('cell', { name: 'Main offer two and a half' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() =>
    expect(saveEntity.calls[1]).toMatchObject({ draft: { name: 'Main offer two and a half' } }),
  );
});

it('does not remove a step while the draft is being saved', async () => {
  const { user, shown } = await opened('checkout');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' page');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await user.click(screen.getByRole('button', { name: 'Remove step' }));
  expect(shown).toEqual([]);
  expect(screen.getByRole('heading', { name: 'Step 2: Checkout page' })).toBeDefined();
});

it('shows a step that one side deleted while the other changed it', async () => {
  const { user, readEntity, saveEntity } = await opened('checkout');
  const theirs = {
    ...funnel,
    version: 5,
    steps: funnel.steps.filter(({ slug }) => slug !== 'checkout'),
  };
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' page');
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  saveEntity.answer({ error: conflict });
  await waitFor(() => expect(readEntity.calls).toHaveLength(2));
  readEntity.answer({ output: theirs });
  const row = within(
    await screen.findByRole('row', { name: /^Step “Checkout page” Not there Checkout page/ }),
  );
  expect(row.getAllByRole('cell')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(2));
  expect(saveEntity.calls[1]?.draft).toMatchObject({
    steps: [
      { slug: 'landing' },
      { slug: 'checkout', name: 'Checkout page' },
      { slug: 'bump' },
      { slug: 'purchase' },
    ],
  });
});

it('asks before unsaved changes are left', async () => {
  const { actor, user, left } = await opened();
  actor.send({ type: 'leave.asked', destination: '/funnels' });
  expect(left).toEqual(['/funnels']);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' two');
  actor.send({ type: 'leave.asked', destination: '/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(left).toEqual(['/funnels']);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
    'Main offer two',
  );
  actor.send({ type: 'leave.asked', destination: '/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Discard and leave' }));
  expect(left).toEqual(['/funnels', '/dashboard']);
});

it('adds a step by its kind, opens it and removes it', async () => {
  const { user, shown } = await opened('new');
  await user.click(screen.getByRole('button', { name: 'Upsell' }));
  expect(shown).toEqual(['upsell']);
  expect(await screen.findByRole('heading', { name: 'Step 5: Upsell' })).toBeDefined();
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  expect(await screen.findByText('Enter a name.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remove step' }));
  expect(shown).toEqual(['upsell', null]);
  expect(stepsOf()).toEqual(['Landing', 'Checkout', 'Order bump', 'Purchase']);
});

it('says at an unknown step that it is gone, and leads back', async () => {
  await opened('gone');
  expect(await screen.findByText('This funnel has no step “gone”')).toBeDefined();
  expect(screen.getByRole('link', { name: 'All steps' }).getAttribute('href')).toBe(
    '/funnels/main-offer/edit',
  );
});

it('previews what the draft counts, and saves without a preview', async () => {
  const { user, readPreview, saveEntity } = await opened();
  await waitFor(() => expect(readPreview.calls).toHaveLength(1));
  readPreview.answer({ output: preview });
  expect(
    await screen.findByText('No event of “Order bump” came in the last 7 days.'),
  ).toBeDefined();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
  await waitFor(() => expect(readPreview.calls).toHaveLength(2));
  readPreview.answer({ error: offline });
  expect(await screen.findByText(/You can still save/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Save draft' }));
  await waitFor(() => expect(saveEntity.calls).toHaveLength(1));
});

it('publishes what is stored, after it told the effect', async () => {
  const page = open();
  page.readEntity.answer({ output: changedFunnel });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(page.measureEffect.calls).toHaveLength(1));
  page.measureEffect.answer({ output: preview });
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByText(/The last 7 days would read 5\.1/);
  await user.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(page.publishFunnel.calls).toEqual([{ funnel: changedFunnel }]));
  page.publishFunnel.answer({ output: { ...changedFunnel, version: 6, has_changes: false } });
  await screen.findByText('The published version is the same.');
  expect(isEnabled('Publish')).toBe(false);
});

it('says why a draft cannot be published', async () => {
  const { user } = await opened();
  for (const name of ['Checkout', 'Order bump', 'Purchase']) {
    await user.click(screen.getByRole('button', { name: `Remove ${name}` }));
  }
  expect(screen.getByText('Add at least 2 steps.')).toBeDefined();
  expect(screen.getByText('Correct the marked fields, then publish.')).toBeDefined();
  expect(isEnabled('Save draft')).toBe(true);
});

it('tells a viewer that the role can only read', async () => {
  open(null, { role: 'viewer' });
  expect(await screen.findByText('Your role cannot edit funnels')).toBeDefined();
});

it('says that there is no such funnel, or that it could not be read', async () => {
  const first = open();
  first.readEntity.answer({ error: { kind: 'missing', message: 'There is none.' } });
  expect(await screen.findByText('There is no funnel at this address')).toBeDefined();
  const second = open();
  second.readEntity.answer({ error: offline });
  expect(await screen.findByRole('button', { name: 'Retry funnel' })).toBeDefined();
});
