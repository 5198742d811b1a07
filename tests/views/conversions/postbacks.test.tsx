import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type PostbacksSnapshot, postbacksMachine } from '#machines/conversions/postbacks.ts';
import type { PostbackPage, PostbacksRequest } from '#model/postbacks.ts';
import { Postbacks } from '#views/conversions/Postbacks.tsx';
import { seeList } from '../../support/list-journey.tsx';
import { postback, refusedPostback } from '../../support/postbacks.ts';
import { query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

const input = { query, filter: { result: null, search: '' } };
const first: PostbackPage = { rows: [postback, refusedPostback], next: '1.60' };
const none: PostbackPage = { rows: [], next: null };

/** The postbacks so far stay while more of them or others are read. */
function sees(state: PostbacksSnapshot) {
  const { rows, filter } = state.context;
  const table = screen.queryByRole('table', { name: 'Postbacks, newest first' });
  const shown = table ? within(table).getAllByRole('row').length - 1 : 0;
  expect(shown).toBe(state.matches('failed') ? 0 : rows.length);
  if (table) {
    expect(within(table).getAllByText('click_id is missing.').length).toBeGreaterThan(0);
    expect(within(table).getAllByRole('link', { name: 'Open' })[0]?.getAttribute('href')).toBe(
      '/conversions/cv_1041',
    );
  }
  const isNarrow = filter.result !== null || filter.search !== '';
  expect(screen.queryByText('No postbacks match these filters in this period.') !== null).toBe(
    state.matches('empty') && isNarrow,
  );
  expect(screen.queryByText('No network reported anything in these days') !== null).toBe(
    state.matches('empty') && !isNarrow,
  );
  expect(screen.getByRole('region', { name: 'Postbacks' }).getAttribute('aria-busy')).toBe(
    String(state.hasTag('busy')),
  );
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

seeList(postbacksMachine, {
  input,
  pages: { first, last: { ...first, next: null }, none },
  view: (actor) => <Postbacks actor={actor} last={null} />,
  sees,
});

it('are filtered by their result', async () => {
  const user = userEvent.setup();
  const read = scriptedRequest<PostbackPage, PostbacksRequest>();
  const machine = postbacksMachine.provide({ actors: { readPage: read.logic } });
  render(<Postbacks actor={createActor(machine, { input }).start()} last={null} />);
  read.answer({ output: none });
  await screen.findByText('No network reported anything in these days');
  await user.click(screen.getByRole('button', { name: /^Result/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Click not known' }));
  expect(read.calls.at(-1)?.filter).toEqual({ result: 'unknown_click', search: '' });
  read.answer({ output: none });
  await screen.findByText('No postbacks match these filters in this period.');
});
