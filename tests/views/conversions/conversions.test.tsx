import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor } from 'xstate';
import { type ConversionView, emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionsSnapshot, conversionsMachine } from '#machines/conversions/conversions.ts';
import type { Query } from '#model/query.ts';
import { ConversionsScreen } from '#views/conversions/ConversionsScreen.tsx';
import { conversionsGestures } from '../../support/gestures/conversions/conversions.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { member, screenInput } from '../../support/samples.ts';
import { conversionsScene } from '../../support/scenes/conversions/conversions.tsx';
import { stubbedConversions, stubbedSelection } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

const panels = {
  log: 'Log',
  summary: 'Summary',
  ledger: 'Server and browser',
  payouts: 'Payouts',
  reconcile: 'Reconcile',
  postbacks: 'Postbacks',
};

const ways = { ...panels, log: 'All conversions', ledger: 'Ledger' };

/**
 * The view of the address under the name of the screen, and the filter that the summary begins with; or the open
 * detail, which hides the view and leads back to it.
 */
function sees(state: ConversionsSnapshot) {
  const { view, isEarning } = state.context;
  const isOpen = state.children.detail?.getSnapshot().hasTag('open') ?? false;
  const title = isOpen ? 'Conversion 1041' : 'Conversions';
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(
    screen.queryByRole('button', { name: 'Show rows without server revenue too' }) !== null,
  ).toBe(state.matches('summary') && isEarning && !isOpen);
  if (isOpen) {
    const back = screen.getByRole('link', { name: ways[view] });
    expect(back.getAttribute('href')).toBe(`/conversions${view === 'log' ? '' : `/${view}`}`);
    return;
  }
  const starting = state.matches('starting');
  const panel = screen.getByRole('region', { name: starting ? 'Conversions' : panels[view] });
  expect(panel.getAttribute('aria-busy')).toBe(String(starting));
}

walkView(conversionsScene, {
  gestures: conversionsGestures,
  sees,
});

/** A view on screen, over which the detail of a conversion can open. */
function opened(view: ConversionView) {
  const actor = createActor(stubbedConversions(view), { input: screenInput }).start();
  render(conversionsScene.view(actor as ActorRefFrom<typeof conversionsMachine>));
  const recall = (to: { view: ConversionView | null; id: string | null }) =>
    act(() =>
      actor.send({
        type: 'address.recalled',
        state: { ...to, filter: emptyLogFilter, isEarning: true },
      }),
    );
  return {
    actor,
    open: async (id: string) => {
      recall({ view: null, id });
      await screen.findByRole('heading', { level: 1, name: 'Conversion 1041' });
    },
    goBack: () => recall({ view, id: null }),
  };
}

describe('the view behind a detail', () => {
  it('is the file, with its sort order, and the focus on its line', async () => {
    const { actor, open, goBack } = opened('reconcile');
    const { reconcile } = actor.getSnapshot().children;
    act(() => reconcile?.send({ type: 'file.choose', file: { name: 'network.csv', size: 40 } }));
    await screen.findByRole('table', { name: 'Lines that differ' });
    const table = () => screen.getByRole('table', { name: 'Lines that differ' });
    const keys = () =>
      within(table())
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent);
    const unsorted = keys();
    await userEvent.click(within(table()).getByRole('button', { name: 'Their value' }));
    await userEvent.click(within(table()).getByRole('button', { name: 'Their value' }));
    const sorted = keys();
    expect(sorted).not.toEqual(unsorted);
    await open('c_1');
    expect(screen.queryByRole('table', { name: 'Lines that differ' })).toBeNull();
    goBack();
    expect(screen.getByText('network.csv')).toBeDefined();
    expect(keys()).toEqual(sorted);
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'o-1' }));
  });

  it('is the list of postbacks, with the focus on its row', async () => {
    const { open, goBack } = opened('postbacks');
    await screen.findByRole('link', { name: 'Open' });
    await open('cv_1041');
    expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
    goBack();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Open' }));
  });
});

describe('a view for members who settle with networks', () => {
  const openedAs = (role: string, view: ConversionView) => {
    const projects = member.projects.map((project) => ({ ...project, role }));
    const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
    const selection = createActor(stubbedSelection, {
      input: { member: { ...member, projects }, facts: {}, parent },
    }).start();
    const actor = createActor(stubbedConversions(view), { input: screenInput }).start();
    render(
      <ConversionsScreen
        actor={actor as ActorRefFrom<typeof conversionsMachine>}
        selection={selection}
        exporter={undefined}
      />,
    );
  };

  it.each([
    ['reconcile', 'buyer'],
    ['reconcile', 'viewer'],
    ['postbacks', 'affiliate'],
  ] as const)('names for %s their audience to a %s, and leads to the log', (view, role) => {
    openedAs(role, view);
    const panel = within(screen.getByRole('region', { name: panels[view] }));
    expect(panel.getByText('Only owners and managers reconcile with networks')).toBeDefined();
    expect(panel.getByRole('link', { name: 'Open the log' }).getAttribute('href')).toBe(
      '/conversions',
    );
    expect(screen.queryByRole('button', { name: /Retry|Refresh/ })).toBeNull();
    expect(screen.queryByLabelText(/Choose a file/)).toBeNull();
  });

  it.each(['owner', 'manager'])('opens to a %s', (role) => {
    openedAs(role, 'reconcile');
    expect(screen.getByLabelText(/Choose a file/)).toBeDefined();
    expect(screen.queryByText('Only owners and managers reconcile with networks')).toBeNull();
  });
});
