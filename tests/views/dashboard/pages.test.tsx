import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Pages } from '#views/kit/tables/Pages.tsx';

const shown = (rows: number, page: number) => {
  const chosen = { size: 10, sizes: [10, 25], onPage: vi.fn(), onSize: vi.fn() };
  render(<Pages rows={rows} page={page} {...chosen} />);
  return screen.getByRole('navigation', { name: 'Pages' }).querySelector('p')?.textContent;
};

describe('the pages of a table', () => {
  it.each([
    [0, 1, 'No rows'],
    [1, 1, '1–1 of 1'],
    [1_234, 124, '1,231–1,234 of 1,234'],
  ])('show for %i rows, on page %i: %s', (rows, page, text) => {
    expect(shown(rows, page)).toBe(text);
  });
});
