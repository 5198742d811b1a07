import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { EventFilter } from '#contract/funnels/definition.ts';
import { FilterFields } from '#views/funnels/steps/FilterFields.tsx';

function Countries() {
  const [filter, setFilter] = useState<EventFilter>({
    property: 'country',
    operator: 'in',
    values: ['DE'],
  });
  return (
    <>
      <FilterFields
        {...{ name: 'Condition 1', filter, event: 'page_view', path: 'filters.0' }}
        {...{ faults: {}, catalog: [], onChange: setFilter, onRemove: () => {} }}
      />
      <output>{JSON.stringify('values' in filter ? filter.values : null)}</output>
    </>
  );
}

it('lets a comma be written and deleted again', async () => {
  const user = userEvent.setup();
  render(<Countries />);
  const values = screen.getByRole<HTMLInputElement>('textbox', { name: 'Values' });
  await user.type(values, ', US');
  expect(values.value).toBe('DE, US');
  expect(screen.getByRole('status').textContent).toBe('["DE","US"]');
  await user.type(values, '{Backspace}{Backspace}{Backspace}{Backspace}');
  expect(values.value).toBe('DE');
  expect(screen.getByRole('status').textContent).toBe('["DE"]');
});
