import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import { splitTestsMachine, testRowsMachine } from '#machines/split-tests/split-tests.ts';
import type { SplitTestRecalledEvent, TestAction } from '#model/split-tests.ts';
import { SplitTestsScreen } from '#views/split-tests/SplitTestsScreen.tsx';
import { member, offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { testLines, testPlace } from '../../support/split-tests/lines.ts';
import { withActors } from '../../support/stub-machines.ts';

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

/** The list with these tests at a tab, for a member with a role. */
function open(
  rows: readonly TestLine[] = testLines,
  { tab = '', role = 'owner' }: { tab?: string; role?: string } = {},
) {
  let stored = [...rows];
  const acted = scriptedRequest<object, { action: TestAction }>();
  const removed = scriptedRequest<object, { entry: TestLine }>();
  const projects = member.projects.map((one) => ({ ...one, role }));
  const actor = createActor(
    withActors(splitTestsMachine, {
      address: fromCallback<SplitTestRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'address.recalled', place: { ...testPlace, tab } }),
      ),
      list: withActors(testRowsMachine, {
        readEntries: fromPromise(async () => ({ rows: stored })),
        runAction: acted.logic,
        removeEntry: removed.logic,
      }),
    }) as typeof splitTestsMachine,
    { input: { query, member: { ...member, projects } } },
  ).start();
  render(<SplitTestsScreen actor={actor} />);
  const keep = (next: readonly TestLine[]) => {
    stored = [...next];
  };
  return { acted, removed, keep, user: userEvent.setup() };
}

const rowOf = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('tr') ?? document.body);
const choose = async (user: ReturnType<typeof userEvent.setup>, test: string, act: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions of ${test}` }));
  await user.click(await screen.findByRole('menuitem', { name: act }));
};

describe('what is to do now', () => {
  it('comes first, each with its act and a link to its test', async () => {
    open();
    const panel = within(await screen.findByRole('region', { name: 'To do now' }));
    const items = panel.getAllByRole('listitem').map(({ textContent }) => plain(textContent));
    expect(items).toHaveLength(3);
    expect(items[0]).toContain('Higher payout sends its variants more or fewer visitors');
    expect(items[1]).toContain('can be shipped: B is at +12.1 % to the control');
    expect(panel.getByRole('link', { name: 'Decide: One-page checkout' })).toHaveProperty(
      'pathname',
      '/split-test/01K9A0000000000000000CHECK',
    );
  });

  it('says so when there is nothing', async () => {
    open(testLines.slice(0, 1));
    expect(await screen.findByText('Nothing. Let the running test go on.')).toBeDefined();
  });
});

describe('the tests of a tab', () => {
  it('show leader, chance, change and days', async () => {
    open();
    const row = await rowOf('Shorter headline');
    const cells = row.getAllByRole('cell').map(({ textContent }) => plain(textContent));
    expect(cells).toEqual([
      'Running',
      'Collecting · 6 days left',
      'B · Seven words',
      '78.0 %',
      '+4.2 %, −6.0 % to +14.8 %',
      '9 of 4234 left',
      '1,204',
      '',
    ]);
    expect(
      row.getByRole('img', { name: /^\+4\.2.%, interval −6\.0.% to \+14\.8.%$/ }),
    ).toBeDefined();
  });

  it('are searched and filtered, and say when none matches', async () => {
    const { user } = open();
    await user.type(await screen.findByRole('searchbox'), 'checkout');
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(1));
    await user.type(screen.getByRole('searchbox'), ' of nothing');
    expect(await screen.findByText('No test matches these filters')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement);
    expect(await screen.findAllByRole('rowheader')).toHaveLength(3);
  });

  it('show what was learned, with what was against the gate and its figures', async () => {
    open(testLines, { tab: 'learnings' });
    const learned = within((await screen.findByText('Against the gate')).closest('li') as never);
    expect(learned.getByText('Keep the control')).toBeDefined();
    expect(learned.getByText('The page loads too slowly with the video.')).toBeDefined();
    expect(learned.getByRole('link', { name: 'Its figures of Video on top' })).toHaveProperty(
      'search',
      '?snapshot=01K9S0',
    );
  });

  it.each([
    ['drafts', 'No drafts'],
    ['finished', 'No finished tests'],
    ['learnings', 'Nothing learned yet'],
  ])('say what belongs to %s where there is none', async (tab, title) => {
    open(testLines.slice(0, 1), { tab });
    expect(await screen.findByText(title)).toBeDefined();
  });
});

describe('acts on a test of the list', () => {
  it('pauses at once', async () => {
    const { user, acted } = open();
    await choose(user, 'Shorter headline', 'Pause');
    expect(acted.calls).toMatchObject([{ action: { kind: 'pause', test: { slug: 'headline' } } }]);
    const [test] = testLines;
    await act(async () => acted.answer({ output: { entry: { ...test, status: 'paused' } } }));
    expect((await rowOf('Shorter headline')).getByText('Paused')).toBeDefined();
  });

  it('asks before it stops, and keeps the test when the server does not answer', async () => {
    const { user, acted } = open();
    await choose(user, 'Shorter headline', 'Stop');
    const dialog = within(await screen.findByRole('alertdialog', { name: /Stop “Shorter/ }));
    expect(acted.calls).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Stop the test' }));
    await act(async () => acted.answer({ error: offline }));
    expect(await screen.findByText(/The server did not answer/)).toBeDefined();
    expect((await rowOf('Shorter headline')).getByText('Running')).toBeDefined();
  });

  it('archives what was decided', async () => {
    const { user, removed, keep } = open(testLines, { tab: 'finished' });
    await choose(user, 'Video on top', 'Archive');
    expect(removed.calls).toMatchObject([{ entry: { slug: 'video', version: 7 } }]);
    keep(testLines.slice(0, 4));
    await act(async () => removed.answer({ output: {} }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Video on top' })).toBeNull());
  });

  it('are not offered to a member who may only see', async () => {
    open(testLines, { role: 'viewer' });
    await screen.findByRole('link', { name: 'Shorter headline' });
    expect(screen.queryByRole('button', { name: /^Actions of/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New split test' })).toBeNull();
  });
});

describe('every state of the list', () => {
  it.each([
    ['without tests', [], ''],
    ['running', testLines, ''],
    ['drafts', testLines, 'drafts'],
    ['finished', testLines, 'finished'],
    ['learnings', testLines, 'learnings'],
  ] as const)('has no fault that axe finds: %s', async (_, rows, tab) => {
    open(rows, { tab });
    await screen.findByRole('heading', { level: 1, name: 'Split tests' });
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    const { violations } = await axe.run(document.body, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
