import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { SearchAnswer } from '#contract/conversions/search.ts';
import { type SearchRequest, searchMachine } from '#machines/app/search.ts';
import { type SessionActor, sessionMachine } from '#machines/app/session.ts';
import type { Query } from '#model/query.ts';
import { Commands } from '#views/app/shell/Commands.tsx';
import { FilterBar } from '#views/selection/FilterBar.tsx';
import { FilterButton } from '#views/selection/FilterButton.tsx';
import { RangeChoice } from '#views/selection/RangeChoice.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, offline, query } from '../../support/samples.ts';
import { searchAnswer } from '../../support/search.ts';
import {
  stubbedFilterOptions,
  stubbedSelection,
  stubbedWorkspace,
  withActors,
} from '../../support/stub-machines.ts';

const nothing: SearchAnswer = { conversions: [], campaigns: [] };

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

/** The command palette, beside a control that a key opens. */
async function open(role?: string, answer: () => Promise<SearchAnswer> = async () => nothing) {
  const session = createActor(
    withActors(sessionMachine, {
      recall: fromPromise(() => new Promise<never>(() => {})),
      tabs: fromCallback(() => {}),
    }),
  ).start() as unknown as SessionActor;
  const projects = member.projects.map((one) => ({ ...one, role: role ?? one.role }));
  const selection = createActor(stubbedSelection, {
    input: { member: { ...member, projects }, facts: {}, parent },
  }).start();
  const filters = createActor(stubbedFilterOptions, { input: { query } }).start();
  const workspace = createActor(stubbedWorkspace, { input: { member, facts: {} } }).start();
  const asked: SearchRequest[] = [];
  const search = createActor(
    searchMachine.provide({
      actors: {
        searchProject: fromPromise<SearchAnswer, SearchRequest>(({ input }) => {
          asked.push(input);
          return answer();
        }),
      },
    }),
  ).start();
  render(
    <>
      <RangeChoice actor={selection} />
      <FilterButton selection={selection} filters={filters} />
      <Commands actor={session} selection={selection} workspace={workspace} search={search} />
      <main id="content" tabIndex={-1}>
        <button type="button">A row</button>
      </main>
      <FilterBar selection={selection} filters={filters} />
    </>,
  );
  await screen.findByRole('button', { name: /^Commands/ });
  return {
    session,
    asked,
    selection: () => selection.getSnapshot().context,
    user: userEvent.setup(),
  };
}

const filterBar = () => screen.queryByRole('complementary', { name: 'Filters' });
const palette = async () => within(await screen.findByRole('dialog', { name: 'Commands' }));

/** Opens the palette and types at once; returns the keys that the page received. */
function askAndType(...keys: string[]) {
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  return keys.filter((key) => fireEvent.keyDown(document.body, { key }));
}

describe('the command palette', () => {
  it('has the keys from its opening on: typed letters are in its field', async () => {
    const { user, selection } = await open();
    const before = selection();
    expect(askAndType(...' bx', 'Backspace', ...'y tc', 'Backspace', 'Enter', 'F5')).toEqual([
      'F5',
    ]);
    const field = (await palette()).getByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.value).toBe('by t');
    expect(selection()).toEqual(before);
    await user.keyboard('o');
    expect(field.value).toBe('by to');
  });

  it('opens empty again, and finds what was typed before it loaded', async () => {
    const { user, selection } = await open();
    askAndType(...'range 7');
    const found = async () =>
      (await palette()).getAllByRole('option').map((one) => one.textContent);
    expect(await found()).toEqual(['Last 7 days']);
    const field = (await palette()).getByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('{Enter}');
    expect(selection().range).toBe('last_7_days');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    askAndType();
    expect((await palette()).getByRole<HTMLInputElement>('combobox').value).toBe('');
  });

  it('does not open when Escape comes first, and leaves the keys to the page', async () => {
    const { selection } = await open();
    askAndType('b', 'Escape');
    await vi.dynamicImportSettled();
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(selection().browserConversions).toBe(false);
    fireEvent.keyDown(document.body, { key: 'b' });
    expect(selection().browserConversions).toBe(true);
  });

  it('opens with a modifier and K, finds by words and runs with Enter', async () => {
    const { user, selection } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'range 7');
    expect((await palette()).getAllByRole('option').map((one) => one.textContent)).toEqual([
      'Last 7 days',
    ]);
    await user.keyboard('{Enter}');
    expect(selection().range).toBe('last_7_days');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('contains the parts of the screens that the role may open', async () => {
    const { user } = await open();
    const found = async (name: string) => {
      await user.clear((await palette()).getByRole('combobox'));
      await user.type((await palette()).getByRole('combobox'), name);
      return (await palette()).queryAllByRole('option').map((one) => one.textContent);
    };
    await user.keyboard('{Control>}k{/Control}');
    for (const name of ['Summary', 'Ledger', 'Payouts', 'Reconcile', 'Postbacks']) {
      expect(await found(name)).toEqual([`${name}Conversions`]);
    }
    expect(await found('event pix')).toEqual(['Event pixelsPixels']);
    await found('Ledger');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/conversions/ledger'));
  });

  it('leaves out what the role may not open', async () => {
    const { user } = await open('viewer');
    await user.keyboard('{Control>}k{/Control}');
    const box = (await palette()).getByRole('combobox');
    await user.type(box, 'conversions');
    const names = (await palette()).getAllByRole('option').map((one) => one.textContent);
    expect(names).toEqual([
      'Conversionsg c',
      'SummaryConversions',
      'LedgerConversions',
      'PayoutsConversions',
      'Export conversions as CSV',
    ]);
  });

  it('contains the pages of settings that the role may open', async () => {
    const { user } = await open('viewer');
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'settings');
    const names = (await palette()).getAllByRole('option').map((one) => one.textContent);
    expect(names).toEqual([
      'Settingsg s',
      'Personal',
      'Team',
      'Projects and affiliates',
      'Billing',
    ]);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(location.pathname + location.hash).toBe('/settings#team'));
  });

  it('contains all pages of settings', async () => {
    const { user } = await open('owner');
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'settings');
    expect((await palette()).getAllByRole('option').at(-1)?.textContent).toBe('Delete project');
  });

  it('opens with its first command ready for Enter', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}k{/Control}');
    const { getByRole, getAllByRole } = await palette();
    // It gets the focus a frame after it is rendered.
    await waitFor(() => expect(document.activeElement).toBe(getByRole('combobox')));
    const [first] = getAllByRole('option');
    await waitFor(() => expect(first?.hasAttribute('data-highlighted')).toBe(true));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('goes to a screen with the focus', async () => {
    const { user } = await open();
    screen.getByRole('button', { name: 'A row' }).focus();
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'pixels{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/pixels');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('chooses one affiliate, a comparison and a theme', async () => {
    const { user, session, selection } = await open();
    const run = async (words: string, option: string) => {
      await user.click(screen.getByRole('button', { name: /^Commands/ }));
      await user.type((await palette()).getByRole('combobox'), words);
      await user.click((await palette()).getByRole('option', { name: option }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    const [first] = member.affiliates.filter(({ project }) => project === selection().project);
    await run(`affiliate ${first?.aff_id}`, `${first?.name} ${first?.aff_id}`);
    expect(selection().chosen).toEqual([first?.id]);
    await run('compare year', 'Same days last year');
    expect(selection().comparison).toBe('last_year');
    await run('theme dark', 'Theme: dark');
    expect(session.getSnapshot().context.preferences.theme).toBe('dark');
  });

  it('shows a message when nothing is found', async () => {
    const { user } = await open();
    await user.keyboard('{Meta>}k{/Meta}');
    await user.type((await palette()).getByRole('combobox'), 'zzz');
    expect(await (await palette()).findByText('Nothing has this name or id.')).toBeDefined();
  });

  it('finds an order of any day and opens it', async () => {
    const { user, asked, selection } = await open('owner', async () => searchAnswer);
    await user.keyboard('{Control>}k{/Control}');
    await user.click((await palette()).getByRole('combobox'));
    await user.paste('#409182');
    const order = await (await palette()).findByRole('option', { name: /^NO-409182/ });
    expect(order.textContent).toBe('NO-409182Nov 3, 2026, 129.90 USD, Approved');
    expect(asked).toEqual([{ project: selection().project, text: '#409182' }]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/conversions/cv_409182'));
  });

  it('finds a campaign and filters by it, and by a country', async () => {
    const { user, selection } = await open('owner', async () => searchAnswer);
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'bf pro');
    await user.click(await (await palette()).findByRole('option', { name: /^BF prospecting/ }));
    expect(selection().filters).toMatchObject({ campaign_id: ['238401'] });
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'germany');
    await user.keyboard('{Enter}');
    expect(selection().countries).toEqual(['DE']);
  });

  it('says why the server was not searched, and searches again', async () => {
    let fails = true;
    const { user } = await open('owner', async () => {
      if (fails) throw offline;
      return searchAnswer;
    });
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), '409182');
    expect((await (await palette()).findByRole('alert')).textContent).toContain(offline.message);
    fails = false;
    await user.click((await palette()).getByRole('button', { name: 'Retry the search' }));
    expect(await (await palette()).findByRole('option', { name: /^NO-409182/ })).toBeDefined();
  });

  it.each([
    ['invite', '/settings#team'],
    ['create affiliate', '/settings#projects'],
  ])('begins %s', async (words, address) => {
    const { user } = await open('owner');
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), words);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname + location.hash).toBe(address));
  });
});

describe('single keys', () => {
  it('open a list that Escape closes while its code loads', async () => {
    await open();
    fireEvent.keyDown(document.body, { key: '?' });
    fireEvent.keyDown(document.body, { key: 'Escape' });
    await vi.dynamicImportSettled();
    await act(async () => {});
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toBeDefined();
  });

  it('switch the comparison and the side, open the range and list themselves', async () => {
    const { user, selection } = await open();
    expect(selection().comparison).toBe('same_elapsed');
    await user.keyboard('c');
    expect(selection().comparison).toBe('previous');
    await user.keyboard('b');
    expect(selection().browserConversions).toBe(true);
    await user.keyboard('t');
    expect(await screen.findByRole('button', { name: 'Last 90 days' })).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('?');
    const list = within(await screen.findByRole('dialog', { name: 'Keys' }));
    expect(list.getByText('Choose the date range')).toBeDefined();
  });

  it('go to a screen with the focus', async () => {
    const { user } = await open();
    screen.getByRole('button', { name: 'A row' }).focus();
    await user.keyboard('gc');
    expect(window.location.pathname).toBe('/conversions');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('open the filters, which Escape closes with the focus where it was', async () => {
    const { user, selection } = await open();
    const row = screen.getByRole('button', { name: 'A row' });
    row.focus();
    await user.keyboard('/');
    expect(filterBar()?.contains(document.activeElement)).toBe(true);
    await user.keyboard('{Tab}/{Escape}');
    expect(filterBar()).toBeNull();
    expect(selection().sidebarRight).toBe(false);
    expect(document.activeElement).toBe(row);
    await user.keyboard('{Escape}');
    expect(selection().sidebarRight).toBe(false);
  });

  it('go to filters that are open already, which stay open after Escape', async () => {
    const { user } = await open();
    const button = screen.getAllByRole('button', { name: /Filters/ })[0];
    if (button) await user.click(button);
    const row = screen.getByRole('button', { name: 'A row' });
    row.focus();
    await user.keyboard('/');
    expect(filterBar()?.contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    expect(filterBar()).not.toBeNull();
    expect(document.activeElement).toBe(row);
  });

  it('are letters in a text field', async () => {
    const { user, selection } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.type((await palette()).getByRole('combobox'), 'b');
    expect(selection().browserConversions).toBe(false);
  });

  it('can be switched off, and the palette still opens', async () => {
    const { user, session, selection } = await open();
    await user.keyboard('?');
    await user.click(await screen.findByRole('checkbox', { name: /Single-key shortcuts/ }));
    expect(session.getSnapshot().context.preferences.singleKeys).toBe(false);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('b');
    expect(selection().browserConversions).toBe(false);
    await user.keyboard('{Control>}k{/Control}');
    expect(await palette()).toBeDefined();
  });
});
