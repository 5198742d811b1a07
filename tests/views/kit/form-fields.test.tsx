import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
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
