import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { FailedCount } from '#contract/failed-items/schemas.ts';
import { failedItemsMachine } from '#machines/settings/failed-items.ts';
import type { FailedPage, FailedRequest, RetryRequest, RetryResult } from '#model/failed-items.ts';
import { FailedCount as CountMark } from '#views/settings/FailedCount.tsx';
import { Jobs } from '#views/settings/Jobs.tsx';
import { failedConversion, failedEvent, failedMail } from '../../support/failed-items.ts';
import { offline } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

const counts: FailedCount[] = [
  { queue: 'events', count: 3 },
  { queue: 'mails', count: 1 },
  { queue: 'pixels', count: 1 },
];
const all: FailedPage = {
  rows: [failedEvent, failedConversion, failedMail],
  next: '69',
  counts,
};
const events: FailedPage = { rows: [failedEvent], next: null, counts };
const nothing: FailedPage = { rows: [], next: null, counts: [] };

function open() {
  const read = scriptedRequest<FailedPage, FailedRequest>();
  const retry = scriptedRequest<RetryResult, RetryRequest>();
  const actor = createActor(
    failedItemsMachine.provide({ actors: { readPage: read.logic, runAction: retry.logic } }),
    { input: { query: { project: 7 }, filter: { queue: null } } },
  ).start();
  render(
    <>
      <CountMark actor={actor} />
      <Jobs actor={actor} project={7} zone="UTC" />
    </>,
  );
  return { actor, read, retry, user: userEvent.setup() };
}

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const items = () =>
  within(screen.getByRole('list', { name: 'Set aside' })).getAllByRole('listitem');
const region = () => screen.getByRole('region', { name: 'Set aside' });
const isDisabled = (name: string | RegExp) => press(name).getAttribute('aria-disabled') === 'true';

describe('what was set aside', () => {
  it('says of each item what it is, why it failed, how often and when', async () => {
    const { read } = open();
    expect(region().getAttribute('aria-busy')).toBe('true');
    read.answer({ output: all });
    await waitFor(() => expect(items()).toHaveLength(3));
    expect(items().map(({ textContent }) => textContent)).toEqual([
      'Event Purchase of order A-7The warehouse answered with error 53 TYPE_MISMATCH.Received Nov 20, 2026, 20:01:09. Tried once, set aside Nov 20, 2026, 20:03:41.Try again',
      'Event pixels for conversion c_7f3aIt is too large for the warehouse (62 SYNTAX_ERROR).Tried 5 times, set aside Nov 20, 2026, 19:00:00.Try again',
      'Invite to cleo@acme.testThe mail server refused it (550 EENVELOPE).Tried once, set aside Nov 20, 2026, 18:00:00.Try again',
    ]);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/conversions/c_7f3a', '/settings#team']);
    expect(screen.getByText('5').textContent).toBe('5 set aside');
  });

  it('offers to retry when it could not be read, and names the failure', async () => {
    const { read, user } = open();
    read.answer({ error: offline });
    await screen.findByText(offline.message);
    screen.getByText('what is set aside could not be read');
    await user.click(press('Retry what was set aside'));
    read.answer({ output: nothing });
    await screen.findByText('Nothing is set aside');
    expect(screen.queryByText(/could not be read/)).toBeNull();
    expect(screen.queryByText(/set aside$/)?.textContent).not.toMatch(/^\d/);
  });

  it('is read page by page', async () => {
    const { read, user } = open();
    read.answer({ output: all });
    await screen.findByText('3 shown');
    await user.click(press('Load more'));
    expect(read.calls.at(-1)?.cursor).toBe('69');
    read.answer({ error: offline });
    await user.click(await screen.findByRole('button', { name: 'Retry the next rows' }));
    read.answer({ output: { rows: [{ ...failedMail, id: 68 }], next: null, counts: [] } });
    await waitFor(() => expect(items()).toHaveLength(4));
    expect(press('All 5').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('one item', () => {
  it('is tried again: the progress, the result and the list without it', async () => {
    const { read, retry, user } = open();
    read.answer({ output: all });
    await user.click(
      await screen.findByRole('button', { name: 'Try again: Event Purchase of order A-7' }),
    );
    expect(press('Try again: Event Purchase of order A-7').textContent).toBe('Trying again');
    expect(isDisabled('Try again: Event pixels for conversion c_7f3a')).toBe(true);
    expect(retry.calls[0]?.action).toEqual({ kind: 'item', item: failedEvent });
    retry.answer({ output: { retried: 1, remaining: 0, reason: null, refused: [] } });
    await screen.findByText(/^One item is being tried again/);
    read.answer({ output: { ...all, rows: all.rows.slice(1) } });
    await waitFor(() => expect(items()).toHaveLength(2));
    await user.click(press('Dismiss'));
    expect(screen.queryByText(/being tried again/)).toBeNull();
  });

  it('stays when it could not be tried again, with the reason', async () => {
    const { read, retry, user } = open();
    read.answer({ output: all });
    await user.click(
      await screen.findByRole('button', { name: 'Try again: Event Purchase of order A-7' }),
    );
    retry.answer({ error: offline });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`Nothing was tried again. ${offline.message}`);
    expect(items()).toHaveLength(3);
    await user.click(press('Dismiss'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(isDisabled('Try again: Event Purchase of order A-7')).toBe(false);
  });
});

describe('a queue', () => {
  it('is chosen, and all of it is tried again', async () => {
    const { read, retry, user } = open();
    read.answer({ output: all });
    await screen.findByText('3 shown');
    expect(screen.queryByRole('button', { name: /^Try all/ })).toBeNull();
    await user.click(press('Events 3'));
    expect(read.calls.at(-1)?.filter).toEqual({ queue: 'events' });
    read.answer({ output: events });
    await waitFor(() => expect(items()).toHaveLength(1));
    await user.click(press('Try all 3 again'));
    expect(press('Trying again').getAttribute('aria-disabled')).toBe('true');
    expect(retry.calls[0]?.action).toEqual({ kind: 'queue', project: 7, queue: 'events' });
    retry.answer({ output: { retried: 3, remaining: 0, reason: null, refused: [] } });
    await screen.findByText(/^3 items are being tried again/);
    read.answer({ output: { rows: [], next: null, counts: counts.slice(1) } });
    await screen.findByText('No work of “Events” waits to be tried again.');
    expect(screen.queryByRole('button', { name: /^Try all/ })).toBeNull();
    await user.click(press('Show all queues'));
    expect(read.calls.at(-1)?.filter).toEqual({ queue: null });
  });

  it('says how many items stay, and why', async () => {
    const { read, retry, user } = open();
    read.answer({ output: { ...events, counts: counts.slice(0, 1) } });
    await user.click(await screen.findByRole('button', { name: 'Try all 3 again' }));
    const reason = 'Too many attempts. Try again in 60 minutes.';
    retry.answer({ output: { retried: 1, remaining: 2, reason, refused: [] } });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`2 items stay here, the first because: ${reason}`);
  });

  it('with one item has no button of its own', async () => {
    const { read } = open();
    read.answer({ output: { ...events, counts: [{ queue: 'events', count: 1 }] } });
    await screen.findByText('1 shown');
    expect(screen.queryByRole('button', { name: /^Try all/ })).toBeNull();
  });

  it('needs no choice where it is the only one', async () => {
    const { read } = open();
    read.answer({ output: { ...events, counts: counts.slice(0, 1) } });
    await screen.findByRole('button', { name: 'Try all 3 again' });
    expect(screen.queryByRole('group', { name: 'Queue' })).toBeNull();
  });
});
