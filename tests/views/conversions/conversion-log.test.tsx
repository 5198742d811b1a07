import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import {
  type ConversionLogActor,
  type ConversionLogSnapshot,
  conversionLogMachine,
} from '#machines/conversions/conversion-log.ts';
import type { LogPage, LogRequest } from '#model/conversion-log.ts';
import type { Query } from '#model/query.ts';
import { ConversionLog } from '#views/conversions/ConversionLog.tsx';
import { firstPage, lastPage, noPage } from '../../support/conversions.ts';
import { seeList } from '../../support/list-journey.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { searchAnswer } from '../../support/search.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

const input = { query, filter: emptyLogFilter, isLive: true };

function viewOf(actor: ConversionLogActor) {
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  return (
    <ConversionLog
      actor={actor}
      selection={selection}
      last={null}
      decision={undefined}
      exporter={undefined}
    />
  );
}

/** Checks for each state the rows, the text in their place, and the next actions. */
function sees(state: ConversionLogSnapshot) {
  const { filter, rows, next } = state.context;
  const panel = screen.getByRole('region', { name: 'Log' });
  expect(panel.getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(filter.search);
  const table = screen.queryByRole('table', { name: 'Conversions, newest first' });
  expect(table !== null).toBe(state.hasTag('showing'));
  if (table) {
    expect(within(table).getAllByRole('link')).toHaveLength(rows.length);
    const heads = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    for (const { dataset } of within(table).getAllByRole('cell')) {
      expect(heads.some((head) => head.startsWith(dataset.label ?? ' '))).toBe(true);
    }
    expect(screen.queryByRole('button', { name: 'Load more' }) !== null).toBe(
      next !== null && !state.matches({ ready: 'nextPageFailed' }),
    );
  }
  expect(screen.queryByText(/^2 in all, as of/) !== null).toBe(
    state.hasTag('showing') &&
      !state.matches({ ready: 'stale' }) &&
      state.context.firstPage?.total === 2,
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByRole('button', { name: 'Retry the next page' }) !== null).toBe(
    state.matches({ ready: 'nextPageFailed' }),
  );
  expect(screen.queryByRole('button', { name: 'Retry the refresh' }) !== null).toBe(
    state.matches({ ready: 'stale' }),
  );
  expect(screen.queryByText(/No conversions match|Nothing happened/) !== null).toBe(
    state.matches('empty'),
  );
}

seeList(conversionLogMachine, {
  input,
  pages: { first: firstPage, last: lastPage, none: noPage },
  view: viewOf,
  sees,
});

it('is filtered, and offers all conversions where none matches', async () => {
  const user = userEvent.setup();
  const read = scriptedRequest<LogPage, LogRequest>();
  const machine = conversionLogMachine.provide({ actors: { readPage: read.logic } });
  render(viewOf(createActor(machine, { input }).start()));
  await user.click(screen.getByRole('button', { name: /^Seen by/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Server and browser' }));
  expect(read.calls.at(-1)?.filter).toEqual({ ...emptyLogFilter, pairing: 'both' });
  read.answer({ output: noPage });
  await screen.findByText('No conversions match these filters in this period.');
  await user.click(screen.getByRole('button', { name: 'Show all conversions' }));
  expect(read.calls.at(-1)?.filter).toEqual(emptyLogFilter);
  read.answer({ output: noPage });
  await screen.findByText('Nothing happened in these days');
});

it('leads to what the search finds outside the range', async () => {
  const user = userEvent.setup();
  const read = scriptedRequest<LogPage, LogRequest>();
  const machine = conversionLogMachine.provide({
    actors: { readPage: read.logic },
    delays: { typedAfter: 0 },
  });
  render(viewOf(createActor(machine, { input }).start()));
  await user.click(screen.getByRole('searchbox'));
  await user.paste('#409182');
  await waitFor(() => expect(read.calls.at(-1)?.filter.search).toBe('#409182'));
  read.answer({ output: { ...noPage, elsewhere: searchAnswer.conversions } });
  await screen.findByText('Found outside this range');
  const link = screen.getByRole('link', { name: 'Open NO-409182' });
  expect(link.getAttribute('href')).toContain('/conversions/cv_409182');
  expect(link.closest('li')?.textContent).toContain('129.90 USD, approved');
});
