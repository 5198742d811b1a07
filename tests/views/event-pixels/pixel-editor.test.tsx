import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import {
  type PixelEditorSnapshot,
  pixelEditorMachine,
} from '#machines/event-pixels/pixel-editor.ts';
import { draftFor, draftKeyOf } from '#machines/event-pixels/pixel-model.ts';
import { EditorPanel } from '#views/event-pixels/PixelPage.tsx';
import {
  codePixel,
  lead,
  openedPixel,
  partner,
  place,
  platform,
  unsaved,
} from '../../support/event-pixels.ts';
import { pixelEditorGestures } from '../../support/gestures/event-pixels/pixel-editor.ts';
import { pixelEditorScene } from '../../support/scenes/event-pixels/pixel-editor.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** The panel is shown as long as an editor is open; each state by its form, its sentence and its actions. */
function sees(state: PixelEditorSnapshot) {
  const panel = screen.queryByRole('region');
  expect(panel !== null).toBe(state.hasTag('open'));
  if (!panel) return;
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  const form = screen.queryByRole('form', { name: 'Event pixel' });
  expect(form !== null).toBe(state.hasTag('showing'));
  const name = screen.queryByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name?.value).toBe(form ? state.context.draft?.name : undefined);
  expect(screen.queryByText('Saved') !== null).toBe(state.matches({ open: { editing: 'saved' } }));
  expect(screen.queryByText(/private network/) !== null).toBe(
    state.matches({ open: { editing: 'refused' } }) && state.context.problem?.kind === 'invalid',
  );
  expect(screen.queryByRole('button', { name: 'Take theirs' }) !== null).toBe(
    state.matches({ open: 'conflict' }),
  );
  expect(screen.queryByText('There is no such pixel') !== null).toBe(
    state.matches({ open: 'notFound' }),
  );
  expect(screen.queryByRole('button', { name: 'Retry the pixel' }) !== null).toBe(
    state.matches({ open: 'failed' }),
  );
}

walkView(pixelEditorScene, {
  gestures: pixelEditorGestures,
  sees,
});

function openedWith(pixel = openedPixel) {
  const openPixel = scriptedRequest();
  const savePixel = scriptedRequest<unknown, { body: Record<string, unknown> }>();
  const actor = createActor(
    withActors(pixelEditorMachine, { openPixel: openPixel.logic, savePixel: savePixel.logic }),
    { input: { place } },
  ).start();
  const opened = pixel.pixel ? { kind: 'one', id: pixel.pixel.id } : { kind: 'new', from: null };
  actor.send({ type: 'editor.open', opened });
  openPixel.answer({ output: pixel });
  render(<EditorPanel editor={actor as never} />);
  return savePixel;
}

const offered = () =>
  screen
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ textContent }) => textContent)
    .filter((text) => text?.endsWith(')'));
const told = 'Only the event that counts as the conversion is reported to partners.';

it('offers to partners the event that is the conversion, and to code every event', async () => {
  const user = userEvent.setup();
  const events = [lead, ...openedPixel.events];
  openedWith({ pixel: null, events });
  await screen.findByRole('combobox', { name: 'Event' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Event' }).value).toBe('1');
  expect(offered()).toEqual(['Purchase (purchase)']);
  screen.getByText(told);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'html');
  expect(offered()).toEqual(['Lead (lead)', 'Purchase (purchase)']);
  expect(screen.queryByText(told)).toBeNull();
});

it('keeps the event of a pixel that was created for another one, and shows why it is refused', async () => {
  const user = userEvent.setup();
  const savePixel = openedWith({
    pixel: { ...partner, event: lead.id },
    events: [...openedPixel.events, lead],
  });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(offered()).toEqual(['Purchase (purchase)', 'Lead (lead)']);
  await user.type(name, ' of old');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  savePixel.answer({
    error: { kind: 'invalid', message: 'No.', fields: { event: ['Refused for its event.'] } },
  });
  const event = await screen.findByRole('combobox', { name: 'Event' });
  await waitFor(() => expect(event.getAttribute('aria-invalid')).toBe('true'));
  screen.getByText('Refused for its event.');
});

it('shows the error of a field when it is left, and moves to it when the form is saved', async () => {
  const user = userEvent.setup();
  const savePixel = openedWith({ ...openedPixel, pixel: null });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.click(name);
  await user.tab();
  await screen.findByText('Enter a name.');
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await user.type(name, 'Partner');
  const address = screen.getByRole('textbox', { name: 'Address' });
  await user.click(address);
  expect(screen.getByText('Not saved yet').getAttribute('data-bad')).toBeNull();
  await user.paste('https://partner.test/?mail={email}');
  await user.click(screen.getByRole('button', { name: 'Create event pixel' }));
  await screen.findByText(/would put personal data into an address/);
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Affiliate' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Affiliate' }), 'North Media');
  await user.clear(address);
  await user.paste('https://partner.test/?txid=');
  await user.click(screen.getByText('Insert a token'));
  await user.click(screen.getByRole('button', { name: 'event_id' }));
  expect(screen.getByText('https://partner.test/?txid=o-5521')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Create event pixel' }));
  await waitFor(() => expect(savePixel.calls).toHaveLength(1));
  expect(savePixel.calls[0]?.body).toMatchObject({
    affiliate: 3,
    event: 1,
    name: 'Partner',
    type: 'postback',
    method: 'GET',
    url_template: 'https://partner.test/?txid={event_id}',
  });
});

it('inserts a token at the caret, and at the end of an unfocused address', async () => {
  const user = userEvent.setup();
  openedWith();
  const address = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Address' });
  await user.clear(address);
  await user.paste('https://partner.test/?a=&b=');
  address.blur();
  address.setSelectionRange(0, 0);
  await user.click(screen.getByText('Insert a token'));
  await user.click(screen.getByRole('button', { name: 'event_id' }));
  expect(address.value).toBe('https://partner.test/?a=&b={event_id}');
  address.setSelectionRange(24, 24);
  await user.click(screen.getByRole('button', { name: 'affsub' }));
  await user.click(screen.getByRole('button', { name: 'ad_id' }));
  expect(address.value).toBe('https://partner.test/?a={affsub}{ad_id}&b={event_id}');
});

it('shows the error of each header, and sends none in place of another', async () => {
  const user = userEvent.setup();
  const savePixel = openedWith();
  const name = () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Header' })[1];
  await user.click(await screen.findByRole('button', { name: 'Add a header' }));
  const write = async (header: string, value: string) => {
    await user.clear(name() as HTMLInputElement);
    if (header) await user.type(name() as HTMLInputElement, header);
    const secret = screen.getAllByLabelText('Value')[1] as HTMLInputElement;
    await user.clear(secret);
    if (value) await user.type(secret, value);
    await user.click(screen.getByRole('button', { name: 'Save' }));
  };
  const isSaidOf = (input: HTMLElement | undefined, message: string) => {
    expect(document.activeElement).toBe(input);
    expect(input?.getAttribute('aria-invalid')).toBe('true');
    const { id } = screen.getAllByText(message)[0] as HTMLElement;
    expect(input?.getAttribute('aria-describedby')).toContain(id);
  };
  const value = () => screen.getAllByLabelText('Value')[1];
  await write('Host', 'second');
  await screen.findByText('This header cannot be set.');
  isSaidOf(name(), 'This header cannot be set.');
  expect(value()?.hasAttribute('aria-invalid')).toBe(false);
  await write('', 'second');
  await screen.findByText('Enter the name of the header.');
  isSaidOf(name(), 'Enter the name of the header.');
  expect(screen.queryByText('This header cannot be set.')).toBeNull();
  await write('X-Two', '');
  await screen.findByText('Enter the value.');
  isSaidOf(value(), 'Enter the value.');
  expect(name()?.hasAttribute('aria-invalid')).toBe(false);
  await write('x-key', 'second');
  await screen.findByText('Name each header once.');
  isSaidOf(name(), 'Name each header once.');
  expect(savePixel.calls).toHaveLength(0);
  await write('X-Two', 'second');
  await waitFor(() => expect(savePixel.calls).toHaveLength(1));
  expect(savePixel.calls[0]?.body).toMatchObject({
    config: { headers: { 'X-Key': '••••k3', 'X-Two': 'second' } },
  });
});

it('starts a copy with a valid name, however long the first one is', () => {
  const named = (name: string) =>
    draftFor({ kind: 'new', from: partner.id }, { ...partner, name }, openedPixel.events, place)
      .name;
  expect(named('Partner')).toBe('Partner copy');
  expect(named(`${'n'.repeat(54)}🎯 end`)).toBe(`${'n'.repeat(54)} copy`);
  expect(named(`🎯 ${'n'.repeat(57)}`)).toBe(`🎯 ${'n'.repeat(52)} copy`);
});

it('keeps a secret until it is replaced', async () => {
  const user = userEvent.setup();
  const savePixel = openedWith({ ...openedPixel, pixel: platform });
  const token = await screen.findByLabelText<HTMLInputElement>('Access token');
  expect([token.value, token.readOnly]).toEqual(['••••9x', true]);
  await user.click(screen.getByRole('button', { name: 'Replace Access token' }));
  expect(screen.getByLabelText<HTMLInputElement>('Access token').type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Keep the old Access token' }));
  await user.click(screen.getByRole('button', { name: 'Replace Access token' }));
  await user.type(screen.getByLabelText('Access token'), 'EAAB-new');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(savePixel.calls).toHaveLength(1));
  expect(savePixel.calls[0]?.body).toMatchObject({
    config: { pixel_id: '1234567890', access_token: 'EAAB-new', test_event_code: null },
    updated_at: platform.updated_at,
  });
});

it('offers the stored draft of this member and this version, and no other', async () => {
  const key = (member: number) => draftKeyOf({ ...place, member }, { kind: 'one', id: partner.id });
  const stored = (version: string) => ({ draft: unsaved, version });
  const openPixel = scriptedRequest();
  const actor = createActor(withActors(pixelEditorMachine, { openPixel: openPixel.logic }), {
    input: { place },
  }).start();
  actor.send({
    type: 'drafts.recalled',
    drafts: {
      [key(place.member)]: stored(partner.updated_at),
      [key(place.member + 1)]: stored(partner.updated_at),
    },
  });
  expect(Object.keys(actor.getSnapshot().context.drafts)).toEqual([key(place.member)]);
  actor.send({ type: 'editor.open', opened: { kind: 'one', id: partner.id } });
  openPixel.answer({ output: openedPixel });
  render(<EditorPanel editor={actor as never} />);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('Partner of old');
  await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(name.value).toBe('Partner');
  expect(actor.getSnapshot().context.drafts).toEqual({});
});

it('asks which version counts when the pixel has changed in the meantime', async () => {
  const openPixel = scriptedRequest();
  const actor = createActor(withActors(pixelEditorMachine, { openPixel: openPixel.logic }), {
    input: {
      place,
      drafts: {
        [draftKeyOf(place, { kind: 'one', id: partner.id })]: { draft: unsaved, version: 'older' },
      },
    },
  }).start();
  actor.send({ type: 'editor.open', opened: { kind: 'one', id: partner.id } });
  openPixel.answer({ output: openedPixel });
  render(<EditorPanel editor={actor as never} />);
  const message = await screen.findByRole('alert');
  expect(message.textContent).toContain('Someone else changed this pixel meanwhile.');
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
  openPixel.answer({ output: openedPixel });
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(name.value).toBe('Partner');
});

it('accepts typing while it asks which version counts', async () => {
  const user = userEvent.setup();
  const openPixel = scriptedRequest();
  const savePixel = scriptedRequest<unknown, { body: Record<string, unknown> }>();
  const key = draftKeyOf(place, { kind: 'one', id: partner.id });
  const actor = createActor(
    withActors(pixelEditorMachine, { openPixel: openPixel.logic, savePixel: savePixel.logic }),
    { input: { place, drafts: { [key]: { draft: unsaved, version: 'older' } } } },
  ).start();
  actor.send({ type: 'editor.open', opened: { kind: 'one', id: partner.id } });
  openPixel.answer({ output: openedPixel });
  render(<EditorPanel editor={actor as never} />);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await user.type(name, ' times');
  expect(name.value).toBe('Partner of old times');
  expect(actor.getSnapshot().context.drafts[key]).toMatchObject({ version: 'older' });
  screen.getByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Save mine' }));
  openPixel.answer({ output: openedPixel });
  await waitFor(() => expect(savePixel.calls).toHaveLength(1));
  expect(savePixel.calls[0]?.body).toMatchObject({ name: 'Partner of old times' });
});

it('shows the changes in the code of visitors, and who has to approve them', async () => {
  const user = userEvent.setup();
  const openAs = (role: string) => {
    const openPixel = scriptedRequest();
    const savePixel = scriptedRequest<unknown, { body: { config: unknown } }>();
    const actor = createActor(
      withActors(pixelEditorMachine, { openPixel: openPixel.logic, savePixel: savePixel.logic }),
      { input: { place: { ...place, role } } },
    ).start();
    actor.send({ type: 'editor.open', opened: { kind: 'one', id: codePixel.id } });
    openPixel.answer({ output: { ...openedPixel, pixel: codePixel } });
    return { savePixel, view: render(<EditorPanel editor={actor as never} />) };
  };
  const changes = () => screen.queryByRole('region', { name: 'What changes in the code' });

  const manager = openAs('manager');
  await waitFor(() => expect(changes()).not.toBeNull());
  expect(changes()?.textContent).toMatch(/waits for an owner\. An owner has to approve it\./);
  expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
  manager.view.unmount();

  const { savePixel } = openAs('owner');
  await waitFor(() => expect(changes()).not.toBeNull());
  expect(changes()?.querySelector('del')?.textContent).toBe('− <p>Two</p>\n');
  expect(changes()?.querySelector('ins')?.textContent).toBe('+ <p>Three</p>\n');
  expect(changes()?.querySelector('pre')?.textContent).toMatch(/^ {2}<p>One<\/p>\n/);
  await user.click(screen.getByRole('button', { name: 'Save and approve the code' }));
  await waitFor(() => expect(savePixel.calls).toHaveLength(1));
  expect(savePixel.calls[0]?.body.config).toEqual({ code: '<p>One</p>\n<p>Three</p>' });
  savePixel.answer({ output: { ...codePixel, approved_code: codePixel.config.code } });
  await waitFor(() => expect(changes()).toBeNull());
});

it('restores the approved code for saving', async () => {
  const user = userEvent.setup();
  const openPixel = scriptedRequest();
  const actor = createActor(withActors(pixelEditorMachine, { openPixel: openPixel.logic }), {
    input: { place },
  }).start();
  actor.send({ type: 'editor.open', opened: { kind: 'one', id: codePixel.id } });
  openPixel.answer({ output: { ...openedPixel, pixel: codePixel } });
  render(<EditorPanel editor={actor as never} />);
  await user.click(await screen.findByRole('button', { name: 'Take the approved code back' }));
  const code = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Code/ });
  expect(code.value).toBe(codePixel.approved_code);
  expect(screen.queryByRole('region', { name: 'What changes in the code' })).toBeNull();
});
