import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Field } from '#views/kit/Field.tsx';
import { FieldInput } from '#views/kit/FieldInput.tsx';
import { FieldSelect } from '#views/kit/FieldSelect.tsx';
import { FormField } from '#views/kit/FormField.tsx';
import { SchemaForm } from '#views/kit/SchemaForm.tsx';

const named = z.object({ name: z.string().min(1, 'Enter a name.'), city: z.string() });

it('accepts a field that was corrected while its schema loaded', async () => {
  let come: (schema: typeof named) => void = () => {};
  const coming = new Promise<typeof named>((resolve) => {
    come = resolve;
  });
  const schema = vi.fn(() => coming);
  const onAnswers = vi.fn();
  const user = userEvent.setup();
  render(
    <SchemaForm name="Place" schema={schema} onAnswers={onAnswers}>
      <FormField name="name" label="Name" />
      <FormField name="city" label="City" />
      <button type="submit">Save</button>
    </SchemaForm>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(schema).toHaveBeenCalledOnce();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ana');
  come(named);
  await coming;
  await user.type(screen.getByRole('textbox', { name: 'City' }), 'Lima');
  expect(screen.queryByText('Enter a name.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onAnswers).toHaveBeenCalledWith({ name: 'Ana', city: 'Lima' }));
  expect(onAnswers).toHaveBeenCalledOnce();

  await user.clear(screen.getByRole('textbox', { name: 'Name' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
});

describe('a field that a machine checks', () => {
  const shown = (faults: string[]) => (
    <>
      <Field label="Short name" note="Used in addresses." faults={faults}>
        <FieldInput value="a b" onValueChange={() => undefined} />
      </Field>
      <Field label="Kind" faults={faults}>
        <FieldSelect value="b" onValueChange={() => undefined}>
          <option value="a">A</option>
          <option value="b">B</option>
        </FieldSelect>
      </Field>
    </>
  );
  const describedBy = (field: HTMLElement) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ');

  it('is named by its label and described by its note and its faults', async () => {
    const { rerender } = render(shown([]));
    const name = screen.getByRole('textbox', { name: 'Short name' });
    const kind = screen.getByRole('combobox', { name: 'Kind' });
    expect(name.hasAttribute('aria-invalid')).toBe(false);
    await waitFor(() => expect(describedBy(name)).toBe('Used in addresses.'));

    rerender(shown(['Use no blanks.', 'Use small letters.']));
    await waitFor(() =>
      expect(describedBy(name)).toBe('Used in addresses. Use no blanks. Use small letters.'),
    );
    for (const field of [name, kind]) expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(describedBy(kind)).toBe('Use no blanks. Use small letters.');

    rerender(shown([]));
    await waitFor(() => expect(describedBy(name)).toBe('Used in addresses.'));
    expect(kind.hasAttribute('aria-invalid')).toBe(false);
  });

  it('tells what is typed and chosen', async () => {
    const onName = vi.fn();
    const onKind = vi.fn();
    render(
      <>
        <Field label="Name">
          <FieldInput value="" onValueChange={(typed) => onName(typed)} />
        </Field>
        <Field label="Kind">
          <FieldSelect value="a" onValueChange={(chosen) => onKind(chosen)}>
            <option value="a">A</option>
            <option value="b">B</option>
          </FieldSelect>
        </Field>
      </>,
    );
    const user = userEvent.setup();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'x');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'b');
    expect(onName).toHaveBeenCalledWith('x');
    expect(onKind).toHaveBeenCalledWith('b');
  });
});
