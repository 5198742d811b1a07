import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { FunnelRow } from '#contract/funnels/report.ts';
import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { funnelListMachine, funnelsMachine } from '#machines/funnels/funnels.ts';
import { wizardSteps } from '#model/funnel-wizard.ts';
import { FunnelsScreen } from '#views/funnels/FunnelsScreen.tsx';
import { FunnelWizardScreen } from '#views/funnels/FunnelWizardScreen.tsx';
import {
  catalog,
  definition,
  detected,
  draftRow,
  figures,
  mainRow,
  newDraft,
  pausedRow,
  preview,
} from '../../support/funnels.ts';
import { member, offline, query } from '../../support/samples.ts';
import { funnelsSelection } from '../../support/scenes/funnels/funnels.tsx';
import { withActors } from '../../support/stub-machines.ts';

/** Colours and sizes need a browser; names, roles and relations do not. */
async function violations() {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

const as = (role: string) => ({
  ...member,
  projects: member.projects.map((project) => ({ ...project, role })),
});

function openList(rows: FunnelRow[], role = 'owner') {
  const actor = createActor(
    withActors(funnelsMachine, {
      address: fromCallback(() => {}),
      readFigures: fromCallback(({ sendBack }) => {
        sendBack({ type: 'figures.arrived', slug: 'main', figures });
        sendBack({ type: 'figures.failed', slug: 'summer', problem: offline });
      }),
      list: withActors(funnelListMachine, { readEntries: fromPromise(async () => ({ rows })) }),
    }),
    { input: { query, member: as(role) } },
  ).start();
  render(
    <main>
      <FunnelsScreen actor={actor as never} selection={funnelsSelection} />
    </main>,
  );
}

describe('the list of funnels', () => {
  it('is free of violations, with figures, without them and with a failure', async () => {
    openList([mainRow, draftRow, pausedRow]);
    await screen.findByRole('button', { name: 'Retry the figures of Summer' });
    expect(screen.getByRole('img', { name: /^Rate by day: 5\.1.% on Nov 18/ })).toBeDefined();
    expect(screen.getByText(/Checkout: silent since Nov 20, 2026, 14:00/)).toBeDefined();
    const change = screen.getByTitle(/^The period before: 4\.9.%$/);
    expect(change.dataset.meaning, 'while a step is silent').toBeUndefined();
    expect(await violations()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Actions of Main offer' }));
    expect(await screen.findAllByRole('menuitem')).toHaveLength(3);
  });

  it('offers detection and templates to those who may add one, and nothing to others', async () => {
    openList([]);
    expect(await screen.findByRole('link', { name: 'Detect from my events' })).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    expect(await violations()).toEqual([]);
  });

  it('is read-only for an affiliate', async () => {
    openList([mainRow], 'affiliate');
    await screen.findByRole('rowheader', { name: /Main offer/ });
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'New funnel' })).toBeNull();
  });
});

describe('the wizard', () => {
  function openWizard(actors: Record<string, unknown>, role = 'owner') {
    const actor = createActor(
      withActors(funnelWizardMachine, {
        address: fromCallback(() => {}),
        recallDraft: fromPromise(async () => null),
        suggestFunnels: fromPromise(async () => [detected]),
        checkSlug: fromPromise(async () => ({ free: true, suggestion: 'x', reason: null })),
        readCatalog: fromPromise(async () => catalog),
        previewFunnel: fromPromise(async () => preview),
        ...(actors as Record<string, never>),
      }),
      { input: { query, member: as(role) } },
    ).start();
    const view = render(
      <main>
        <FunnelWizardScreen actor={actor as never} />
      </main>,
    );
    return { actor, view };
  }

  it.each(wizardSteps)('is free of violations: %s', async (at) => {
    const excluding = {
      ...definition,
      exclusions: [
        {
          matcher: {
            any: [
              { event: 'refund', filters: [] },
              { event: '', filters: [] },
            ],
          },
          from_step: 'landing',
          to_step: 'purchase',
        },
      ],
    };
    const draft = { ...newDraft, definition: at === 'steps' ? excluding : definition };
    openWizard({ recallDraft: fromPromise(async () => ({ draft, at })) });
    await userEvent.click(await screen.findByRole('button', { name: 'Go on' }));
    await screen.findByRole('form');
    if (at === 'review') await screen.findByText(/4\.5.% of the people reached the end/);
    expect(await violations()).toEqual([]);
  });

  it('is free of violations at its beginning and with suggestions, and works by keyboard alone', async () => {
    openWizard({});
    const detect = await screen.findByRole('button', { name: 'Detect from my events' });
    expect(await violations()).toEqual([]);
    expect(document.activeElement).toBe(detect);
    await userEvent.keyboard('{Enter}');
    const path = await screen.findByRole('button', { name: /^Landing \/offer to purchase/ });
    expect(await violations()).toEqual([]);
    expect(document.activeElement).toBe(path);
    await userEvent.keyboard('{Enter}');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(name);
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('form', { name: 'Steps of the funnel' });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('form', { name: 'Counting of the funnel' });
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('form', { name: 'Review of the funnel' });
  });

  it('says who can add a funnel to those who cannot', () => {
    openWizard({}, 'viewer');
    expect(screen.getByText('Your role cannot add funnels')).toBeDefined();
  });
});
