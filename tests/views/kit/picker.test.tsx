import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { LazyPicker } from '#views/kit/LazyPicker.tsx';

const items = ['America/Los Angeles', 'America/New York', 'Asia/Tokyo', 'Europe/Berlin'].map(
  (label) => ({ id: label, label }),
);

/** A list that opens by keyboard, and keys that its button receives before the field is there. */
async function open(...strokes: string[]) {
  const chosen: string[] = [];
  const user = userEvent.setup();
  render(
    <LazyPicker
      label="Time zone"
      shown="Berlin"
      items={() => items}
      chosen="Europe/Berlin"
      empty="No time zone has this name."
      onChoose={(id) => chosen.push(id)}
    />,
  );
  const button = screen.getByRole('combobox', { name: 'Time zone' });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  const left = strokes.filter((key) => fireEvent.keyDown(button, { key }));
  const field = await screen.findByRole<HTMLInputElement>('combobox', {
    name: 'Search time zone',
  });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { user, button, field, chosen, left };
}

describe('a searchable list', () => {
  it('loses no letter that is typed before its field has loaded', async () => {
    const { user, field, chosen, left } = await open(...'Los_Angx', 'Backspace');
    expect(left).toEqual([]);
    await waitFor(() => expect(field.value).toBe('Los_Ang'));
    const [found] = screen.getAllByRole('option');
    expect(found?.textContent).toBe('America/Los Angeles');
    await waitFor(() => expect(found?.hasAttribute('data-highlighted')).toBe(true));
    await user.keyboard('{Enter}');
    expect(chosen).toEqual(['America/Los Angeles']);
  });

  it('does not handle other keys of its button, nor any key once the field is there', async () => {
    const { user, button, field, left } = await open('Shift', ' ', 'F5');
    expect(left).toEqual(['Shift', ' ', 'F5']);
    button.focus();
    expect(fireEvent.keyDown(button, { key: 't' })).toBe(true);
    field.focus();
    await user.keyboard('tok');
    expect(field.value).toBe('tok');
  });
});
