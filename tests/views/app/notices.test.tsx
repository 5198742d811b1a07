import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast } from 'react-toastify/unstyled';
import { describe, expect, it } from 'vitest';
import { createNotices } from '#services/kit/notices.ts';
import { Notices } from '#views/kit/Notices.tsx';

const shown = () => screen.queryAllByText(/^Failure/);

describe('notices', () => {
  it('of a thousand failures are twenty, each once, and no queue waits behind them', async () => {
    render(
      <>
        <input aria-label="Search" />
        <Notices />
      </>,
    );
    const field = screen.getByRole('textbox', { name: 'Search' });
    field.focus();
    const { warn } = createNotices(toast);
    for (let index = 0; index < 1_000; index++) warn(`Failure ${index % 30}`);
    await waitFor(() => expect(shown()).toHaveLength(20));
    expect(new Set(shown().map((notice) => notice.textContent)).size).toBe(20);
    expect(document.activeElement).toBe(field);

    const [first] = shown();
    const words = first?.textContent;
    if (first) fireEvent.click(first);
    const closing = first?.closest('.Toastify__toast');
    await waitFor(() => expect(closing?.getAttribute('data-in')).toBe('false'));
    if (closing) fireEvent.animationEnd(closing);
    await waitFor(() => expect(shown()).toHaveLength(19));
    expect(shown().map((notice) => notice.textContent)).not.toContain(words);
  });
});
