import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, fromCallback, fromPromise } from 'xstate';
import type { RcData } from '#contract/analytics/report.ts';
import { type RecalledState, sessionMachine } from '#machines/app/session.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { EmptyReason, Question, ReportResponse } from '#model/query.ts';
import { App, fetchMember } from '#views/app/App.tsx';
import { ConversionsScreen } from '#views/conversions/ConversionsScreen.tsx';
import { money } from '#views/kit/format.ts';
import { LoaderPanel } from '#views/kit/LoaderPanel.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import {
  answered,
  member,
  offline,
  question,
  refused,
  screenInput,
  totals,
} from '../../support/samples.ts';
import {
  placeAt,
  stubbedAuth,
  stubbedConversions,
  stubbedSelection,
  stubbedWorkspace,
  testNavigation,
  withActors,
} from '../../support/stub-machines.ts';

const never = new Promise<never>(() => {});
const { parent } = recordingParent<never>();

/** Colours and sizes need a browser; names, roles and relations do not. */
async function violations(part: Element = document.body) {
  const { violations } = await axe.run(part, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

function openAt(path: string, actors: Record<string, AnyActorLogic>) {
  const session = createActor(
    withActors(sessionMachine, {
      recall: fromPromise<RecalledState, void>(async () => ({
        facts: { token: member.token },
        preferences: { theme: 'system', density: 'comfortable' },
      })),
      checkSession: fromPromise(async () => member),
      login: fromPromise(() => never),
      logout: fromPromise(() => never),
      tabs: fromCallback(() => {}),
      navigation: testNavigation(placeAt(path)).machine,
      workspace: stubbedWorkspace,
      ...actors,
    }),
  ).start();
  render(<App actor={session as never} />);
  return session;
}

const pages = [
  ['opening', '/dashboard', { checkSession: fromPromise(() => never) }, /Opening/],
  [
    'signed out',
    '/login',
    { checkSession: fromPromise(() => Promise.reject(refused)) },
    /Sign in again/,
  ],
  [
    'unreachable',
    '/dashboard',
    { checkSession: fromPromise(() => Promise.reject(offline)) },
    /still signed in/,
  ],
  ['missing in the shell', '/rules', {}, /Page Not Found: \/rules/],
  ['missing outside', '/nowhere', {}, /Page Not Found: \/nowhere/],
  ['a document', '/terms', { auth: stubbedAuth }, /Our terms/],
  ['dashboard', '/dashboard', {}, /BF prospecting/],
] as const;

/** The code that loads with the sign-in is not part of this measurement. */
beforeAll(async () => void (await fetchMember()), 60_000);

describe('every page', () => {
  it.each(pages)('is free of violations: %s', async (_, path, actors, text) => {
    openAt(path, actors);
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
    expect(await violations()).toEqual([]);
  });
});

describe('every view of the conversions', () => {
  it.each([
    ['log', '1041'],
    ['summary', '259.80'],
    ['ledger', 'The ids differ'],
    ['payouts', 'wire 7'],
  ] as const)('is free of violations: %s', async (view, shown) => {
    const selection = createActor(stubbedSelection, {
      input: { member, facts: {}, parent: parent as never },
    }).start();
    const actor = createActor(stubbedConversions(view), { input: screenInput }).start();
    render(
      <main>
        <ConversionsScreen actor={actor} selection={selection} exporter={undefined} />
      </main>,
    );
    expect(await screen.findAllByText(shown)).not.toEqual([]);
    expect(await violations()).toEqual([]);
  });
});

const openings = [
  ['complementary', 'Filters', [/^Filters/, 'Country'], 'United States'],
  ['dialog', 'How to count', [/^How to count/], 'Lookback'],
  ['dialog', 'Compared with', [/^Compared with/], 'Whole period before'],
] as const;

describe('every popover and dialog beside the figures', () => {
  it.each(openings)(
    'is free of violations: %s %s',
    async (role, title, clicks, shown) => {
      openAt('/dashboard', {});
      for (const name of clicks) {
        const isReady = (button: HTMLElement) => !button.hasAttribute('disabled');
        const button = () => screen.queryAllByRole('button', { name }).find(isReady);
        await waitFor(() => expect(button()).toBeDefined(), { timeout: 15_000 });
        fireEvent.click(button() ?? document.body);
      }
      expect(await screen.findAllByText(shown, {}, { timeout: 15_000 })).not.toEqual([]);
      expect(await violations(screen.getByRole(role, { name: title }))).toEqual([]);
    },
    60_000,
  );
});

const answers: [string, () => Promise<ReportResponse<RcData>>][] = [
  ['loading', () => never],
  ['showing', async () => answered(totals)],
  ['failed', () => Promise.reject(offline)],
  ...(['unconfigured', 'filtered', 'quiet'] as const satisfies EmptyReason[]).map(
    (emptyReason): [string, () => Promise<ReportResponse<RcData>>] => [
      emptyReason,
      async () => answered(totals, emptyReason),
    ],
  ),
];

describe('every state of a panel', () => {
  it.each(answers)('is free of violations: %s', async (name, load) => {
    const selection = createActor(stubbedSelection, {
      input: { member, facts: {}, parent: parent as never },
    }).start();
    const actor = createActor(
      loaderOf<RcData, Question>().provide({ actors: { load: fromPromise(load) } }),
      { input: { query: question } },
    ).start();
    render(
      <main>
        <h1>Panels</h1>
        <LoaderPanel
          actor={actor}
          selection={selection}
          title="Revenue"
          definition="What was sold."
          skeleton={<p>on its way</p>}
        >
          {({ revenue }) => <p>{money(revenue, 'USD')}</p>}
        </LoaderPanel>
      </main>,
    );
    const words = { loading: /on its way/, showing: /18,240/, failed: /did not answer/ };
    const text = {
      ...words,
      unconfigured: /No event/,
      filtered: /match these filters/,
      quiet: /Nothing happened/,
    };
    await screen.findByText(text[name as keyof typeof text]);
    expect(await violations()).toEqual([]);
  });
});
