import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, fromCallback, fromPromise } from 'xstate';
import type { TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import {
  latestResultsMachine,
  oneTestMachine,
  pastResultsMachine,
  unitLookUpMachine,
} from '#machines/split-tests/split-test-parts.ts';
import { testChangeMachine } from '#machines/split-tests/test-change.ts';
import { testResultsMachine } from '#machines/split-tests/test-results.ts';
import type { ReportResponse } from '#model/query.ts';
import type { SplitTestRecalledEvent } from '#model/split-tests.ts';
import { SplitTestDetailScreen } from '#views/split-tests/SplitTestDetailScreen.tsx';
import { answered, member, offline, query } from '../../support/samples.ts';
import {
  heldResults,
  heldSeries,
  testSelection,
} from '../../support/scenes/split-tests/split-test-detail.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import {
  collectingResults,
  decidedTest,
  draftTest,
  insufficientResults,
  mismatchedResults,
  readyResults,
  rowOf,
  runningTest,
  shippedTest,
  testPlace,
} from '../../support/split-test-detail.ts';
import { withActors } from '../../support/stub-machines.ts';

/** The screen of a test with these results, for a member with a role. */
function open(
  shown: SplitTest = runningTest,
  {
    results = readyResults,
    role = 'owner',
    parts = {},
  }: { results?: TestResults | null; role?: string; parts?: Record<string, AnyActorLogic> } = {},
) {
  const applied = scriptedRequest<SplitTest, unknown>();
  let stored = shown;
  const change = withActors(testChangeMachine, {
    applyChange: applied.logic,
    checkTest: fromPromise(async () => [
      { check: 'goal_events', state: 'warn', detail: 'The goal had no event.', variant: null },
    ]),
  });
  const projects = member.projects.map((one) => ({ ...one, role }));
  const actor = createActor(
    withActors(splitTestDetailMachine, {
      address: fromCallback<SplitTestRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'address.recalled', place: testPlace }),
      ),
      test: withActors(oneTestMachine, {
        readEntries: fromPromise(async () => ({ rows: [stored] })),
      }),
      results: heldResults(results),
      lifecycle: change,
      decision: change,
      shipping: change,
      ...parts,
    }) as typeof splitTestDetailMachine,
    { input: { query, member: { ...member, projects } } },
  ).start();
  render(<SplitTestDetailScreen actor={actor} selection={testSelection} />);
  /** The server makes the last change. */
  const accept = (test: SplitTest) =>
    act(async () => {
      stored = test;
      applied.answer({ output: test });
    });
  return { actor, applied, accept, user: userEvent.setup() };
}

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const verdict = async (name: string | RegExp) =>
  plain((await screen.findByRole('region', { name })).textContent);

describe('what to do now', () => {
  it('is to ship, in money and words', async () => {
    open();
    const text = await verdict(/^Ship “/);
    expect(text).toContain(
      'B earns 0.31 USD more per visitor (95 % interval 0.04 to 0.58); shipping it now risks 0.003 USD per visitor.',
    );
    const conditions = screen.getByRole('list', { name: 'Conditions to ship' });
    expect(within(conditions).getAllByRole('listitem')).toHaveLength(8);
    expect(plain(conditions.textContent)).toContain('A 240, B 275');
  });

  it('is to wait while it collects, with what is missing', async () => {
    open(runningTest, { results: collectingResults });
    expect(await verdict('Collecting: about 6 days left.')).toContain('So far B earns 0.31 USD');
    const conditions = screen.getByRole('list', { name: 'Conditions to ship' });
    expect(conditions.textContent).toContain('not yet');
  });

  it('is not to ship a broken split', async () => {
    open(runningTest, { results: mismatchedResults });
    const text = await verdict('Split mismatch: do not ship.');
    expect(text).toContain('A has 5,250 instead of 5,000');
    expect(text).not.toContain('B earns');
  });

  it('names what is unknown, and never as 0', async () => {
    const unknown: TestResults = {
      ...collectingResults,
      maturity: null,
      variants: collectingResults.variants.map((arm) => ({
        ...arm,
        value: null,
        all_value: null,
        comparison: arm.comparison && {
          difference: null,
          interval: null,
          p: null,
          lift: null,
          lift_interval: null,
          chance: null,
          expected_loss: null,
          expected_loss_rel: null,
          fixed: null,
        },
      })),
    };
    open(runningTest, { results: unknown });
    const table = within(
      await screen.findByRole('table', { name: 'Revenue per visitor by variant' }),
    );
    const row = plain(table.getByRole('row', { name: /Price first/ }).textContent);
    expect(row).toContain('unknown');
    expect(row).not.toMatch(/0\.00|NaN/);
  });

  it('hides chances while there are too few conversions', async () => {
    open(runningTest, { results: insufficientResults });
    await screen.findByRole('list', { name: 'Conversions needed' });
    expect(screen.queryByRole('columnheader', { name: /Chance|^p/ })).toBeNull();
  });

  it('says where to look while no visitor has seen the test', async () => {
    open(runningTest, { results: null });
    expect(await verdict('No visitor has seen the test yet')).toContain('0 exposures so far.');
    const steps = screen.getByRole('list', { name: 'What to look at' });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
  });

  it('is what a rate means in money too', async () => {
    const rate: SplitTest = {
      ...runningTest,
      goal: { ...runningTest.goal, type: 'conversion_rate' },
    };
    const results: TestResults = {
      ...readyResults,
      variants: readyResults.variants.map((arm) => ({
        ...arm,
        value: 0.05,
        all_value: 0.05,
        comparison: arm.comparison && {
          ...arm.comparison,
          difference: 0.008,
          interval: { low: 0.001, high: 0.015 },
          expected_loss: 0.0001,
        },
      })),
    };
    open(rate, { results });
    const text = await verdict(/^Ship “/);
    expect(text).toContain(
      'B converts 0.80 percentage points more (95 % interval 0.10 to 1.50), about 0.32 USD more per visitor; shipping it now risks about 0.004 USD per visitor.',
    );
  });
});

describe('a decision', () => {
  it('follows the gate with a note', async () => {
    const { user, applied, accept } = open();
    await user.click(await screen.findByRole('button', { name: 'Decide' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decide “Hero page”' }));
    await user.type(dialog.getByLabelText('What you learned (optional)'), 'Price first wins.');
    await user.click(dialog.getByRole('button', { name: 'Decide' }));
    expect(applied.calls).toMatchObject([
      { change: { decision: 'ship', variant: 'B', note: 'Price first wins.', override: '' } },
    ]);
    await accept(decidedTest);
    expect(await verdict(/^Decided: ship/)).toContain('Ship it');
  });

  it('against the gate needs the word and a reason', async () => {
    const { user, applied } = open(runningTest, { results: collectingResults });
    await user.click(await screen.findByRole('button', { name: 'Decide' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Decide “Hero page”' }));
    await user.click(dialog.getByRole('radio', { name: /Ship .*Price first/ }));
    const decide = dialog.getByRole('button', { name: 'Decide against the gate' });
    await user.type(dialog.getByLabelText('Why, and what you learned'), 'Too short');
    await user.click(decide);
    await user.type(dialog.getByLabelText('Type “override”'), 'override');
    await user.click(decide);
    expect(dialog.getByText('Write why, in at least 20 characters.')).toBeDefined();
    expect(applied.calls).toEqual([]);
    await user.type(dialog.getByLabelText('Why, and what you learned'), ', the season ends.');
    await user.click(decide);
    expect(applied.calls).toMatchObject([{ change: { override: 'override' } }]);
    await act(async () => applied.answer({ error: offline }));
    expect(dialog.getByRole('alert').textContent).toContain('The server did not answer.');
    expect(dialog.getByLabelText('Type “override”')).toHaveProperty('value', 'override');
  });

  it('is shipped with the page of its funnel step, and undone', async () => {
    const step = { target: { funnel: 'main', step: 'lander' }, kind: 'funnel_step' } as const;
    const { user, applied, accept } = open({ ...decidedTest, ...step });
    await user.click(await screen.findByRole('button', { name: 'Ship' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ship “Hero page”?' }));
    const page = dialog.getByRole('checkbox', { name: /^Make it the page of the step/ });
    await user.click(page);
    expect(dialog.getAllByRole('checkbox')).toEqual([page]);
    await user.click(page);
    await user.click(dialog.getByRole('checkbox', { name: /match the new one instead$/ }));
    await user.click(dialog.getByRole('button', { name: 'Ship' }));
    const followers = { withStep: true, withMatcher: true, withOffer: false };
    expect(applied.calls).toMatchObject([{ change: { kind: 'ship', variant: 'B', ...followers } }]);
    await accept({ ...shippedTest, ...step });
    await user.click(await screen.findByRole('button', { name: 'Undo ship' }));
    expect(applied.calls.at(-1)).toMatchObject({ change: { kind: 'undoShip' } });
    await act(async () =>
      applied.answer({ error: { kind: 'invalid', message: 'The funnel was changed since.' } }),
    );
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The funnel was changed since.');
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the ship of an offer', () => {
  it('leads the links of the offer to the winner unless that is unticked', async () => {
    const variants = decidedTest.variants.map((variant, at) => ({
      ...variant,
      url: null,
      offer: at + 7,
      offer_name: at === 0 ? 'Summer bundle' : 'Winter bundle',
    }));
    const tested = { ...decidedTest, kind: 'offer', variants } as const;
    const { user, applied, accept } = open(tested);
    await user.click(await screen.findByRole('button', { name: 'Ship' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ship “Hero page”?' }));
    const tick = dialog.getByRole('checkbox', {
      name: 'Lead the links of the offer Summer bundle to Winter bundle',
    });
    expect(tick).toHaveProperty('checked', true);
    await user.click(dialog.getByRole('button', { name: 'Ship' }));
    expect(applied.calls).toMatchObject([{ change: { withStep: false, withOffer: true } }]);
    const ship = shippedTest.ship && { ...shippedTest.ship, with_offer: true };
    await accept({ ...shippedTest, kind: 'offer', variants, ship });
    expect(await verdict(/is shipped: every visitor sees it/)).toContain(
      'The links of the offer followed.',
    );
  });
});

describe('the life of a test', () => {
  it('starts without events of its goal once its name is typed', async () => {
    const { user, applied } = open(draftTest);
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start “Hero page”?' }));
    await user.click(await dialog.findByRole('button', { name: 'Start' }));
    expect(applied.calls).toEqual([]);
    await user.type(dialog.getByLabelText('Type “Hero page”'), 'Hero page');
    await user.click(dialog.getByRole('button', { name: 'Start' }));
    expect(applied.calls).toMatchObject([{ change: { kind: 'start', confirm: 'Hero page' } }]);
  });

  it('begins a phase with other shares, and keeps them after a conflict', async () => {
    const { user, applied } = open();
    await user.click(await screen.findByRole('button', { name: 'Change shares' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change shares' }));
    const share = dialog.getByLabelText('A As it is, %');
    await user.clear(share);
    await user.type(share, '70');
    expect(plain(dialog.getByRole('status').textContent)).toContain('The shares add up to 120 %');
    const other = dialog.getByLabelText('B Price first, %');
    await user.clear(other);
    await user.type(other, '30');
    await user.type(dialog.getByLabelText('Reason'), 'Careful first');
    await user.click(dialog.getByRole('button', { name: 'Change shares' }));
    expect(applied.calls).toMatchObject([
      { change: { weights: { A: 7_000, B: 3_000 }, traffic: 100, reason: 'Careful first' } },
    ]);
    await act(async () =>
      applied.answer({ error: { kind: 'conflict', message: 'Someone else changed this.' } }),
    );
    expect((await dialog.findByRole('alert')).textContent).toContain('is still here');
    expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'Careful first');
  });

  it('is stopped after a question, and paused at once', async () => {
    const { user, applied, accept } = open();
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(applied.calls).toMatchObject([{ change: { kind: 'pause' } }]);
    await accept({ ...runningTest, status: 'paused' });
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeDefined();
  });

  it('cannot be changed by a viewer', async () => {
    open(runningTest, { role: 'viewer' });
    await screen.findByRole('region', { name: /^Ship “/ });
    expect(screen.queryByRole('button', { name: /^(Pause|Stop|Decide)$/ })).toBeNull();
  });
});

describe('editing after the start', () => {
  const edit = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    return within(await screen.findByRole('dialog', { name: 'Edit “Hero page”' }));
  };

  it('changes the name, the runtime and guardrails, and says what is wrong where it is', async () => {
    const { user, applied, accept } = open();
    const dialog = await edit(user);
    expect(dialog.getByText('Nothing is changed yet.')).toBeDefined();
    const name = dialog.getByLabelText('Name');
    await user.clear(name);
    const save = dialog.getByRole('button', { name: 'Save' });
    await user.click(save);
    expect(dialog.getByText('Enter a name.')).toBeDefined();
    expect(applied.calls).toEqual([]);
    await user.type(name, 'Hero page, again');
    const days = dialog.getByLabelText(/^Longest runtime/);
    await user.clear(days);
    await user.type(days, '60');
    await user.click(dialog.getByRole('button', { name: 'Remove guardrail 1' }));
    await user.click(save);
    expect(applied.calls).toMatchObject([
      {
        change: {
          kind: 'edit',
          edit: { name: 'Hero page, again', max_runtime_days: 60, guardrails: [] },
        },
      },
    ]);
    await accept({ ...runningTest, name: 'Hero page, again', version: 5 });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Hero page, again' }),
    ).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps what was entered when another person changed it first, and takes none of their changes back', async () => {
    const { user, applied, accept } = open();
    const dialog = await edit(user);
    await user.type(dialog.getByLabelText('Hypothesis'), ' Because it is short.');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await act(async () =>
      applied.answer({ error: { kind: 'conflict', message: 'Someone else changed this.' } }),
    );
    expect((await dialog.findByRole('alert')).textContent).toContain('is still here');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(applied.calls.at(-1)).toMatchObject({
      change: { edit: { hypothesis: `${runningTest.hypothesis} Because it is short.` } },
    });
    expect(Object.keys((applied.calls.at(-1) as { change: { edit: object } }).change.edit)).toEqual(
      ['hypothesis'],
    );
    await accept({ ...runningTest, version: 6 });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a refusal of the server at its field', async () => {
    const { user, applied } = open();
    const dialog = await edit(user);
    await user.type(dialog.getByLabelText('Name'), ' 2');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const fields = { name: ['Another test has this name.'] };
    await act(async () =>
      applied.answer({ error: { kind: 'invalid', message: 'This cannot be saved.', fields } }),
    );
    expect(await dialog.findByText('Another test has this name.')).toBeDefined();
    expect(dialog.getByLabelText('Name')).toHaveProperty('value', 'Hero page 2');
  });
});

describe('the figures that a test was decided by', () => {
  const past = (answer: Parameters<typeof fromPromise<ReportResponse<TestResults>>>[0]) =>
    withActors(pastResultsMachine, { load: fromPromise(answer) });
  const address = fromCallback<SplitTestRecalledEvent>(({ sendBack }) =>
    sendBack({
      type: 'address.recalled',
      place: { ...testPlace, params: { snapshot: '01SNAP' } },
    }),
  );

  it('are linked from the decision', async () => {
    open(decidedTest);
    const link = await screen.findByRole('link', { name: 'Figures it was decided by' });
    expect(link.getAttribute('href')).toBe('/split-test/01TESTA?snapshot=01SNAP');
  });

  it('are shown with their time, a way back and nothing to do', async () => {
    const then = { ...collectingResults, snapshot_id: '01SNAP' };
    open(decidedTest, { parts: { address, past: past(async () => answered(then)) } });
    expect(
      await screen.findByText(/^Figures of Nov 20, 2026, .* by which the test was/),
    ).toBeDefined();
    expect(await verdict('Collecting: about 6 days left.')).toContain('So far B earns');
    const back = screen.getByRole('link', { name: 'Latest figures' });
    expect(back.getAttribute('href')).toBe('/split-test/01TESTA');
    expect(
      screen.queryByRole('button', { name: /^(Ship|Decide|Edit|Pause|Save as CSV)$/ }),
    ).toBeNull();
  });

  it('say so when they are not kept any more', async () => {
    const gone = { kind: 'missing', message: 'These figures are not kept any more.' };
    open(decidedTest, { parts: { address, past: past(() => Promise.reject(gone)) } });
    expect(await screen.findByText(/not kept any more/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Latest figures' })).toBeDefined();
  });
});

describe('figures that cannot be read again', () => {
  it('stay with their age, and are read again on request', async () => {
    const read = scriptedRequest<{ rows: ReturnType<typeof rowOf>[] }, unknown>();
    const latest = withActors(latestResultsMachine, { readEntries: read.logic });
    const results = withActors(testResultsMachine, { latest, series: heldSeries });
    const { user, actor } = open(runningTest, { parts: { results } });
    await screen.findByRole('heading', { level: 1 });
    await act(async () => read.answer({ output: { rows: [rowOf(readyResults)] } }));
    await screen.findByRole('region', { name: /^Ship “/ });
    act(() => actor.getSnapshot().children.results?.send({ type: 'results.refresh' }));
    await act(async () => read.answer({ error: offline }));
    expect(await screen.findByText(/These figures are from Nov 20, 2026/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Retry results' }));
    expect(read.calls).toHaveLength(3);
    expect(screen.getByRole('region', { name: /^Ship “/ })).toBeDefined();
  });
});

describe('the look-up', () => {
  it('says which variant a visitor has and was first shown', async () => {
    const units = withActors(unitLookUpMachine, {
      runTask: fromPromise(async () => ({
        unit: 'v-1',
        variant: 'B',
        is_in_test: true,
        first: { variant: 'A', at: '2026-11-05T10:00:00.000Z', phase: 1 },
      })),
    });
    const { user } = open(runningTest, { parts: { units } });
    await user.type(await screen.findByLabelText('Visitor id'), 'v-1');
    await user.click(screen.getByRole('button', { name: 'Look up' }));
    expect(
      await screen.findByText(/now assigned to “Price first” \(B\). First shown/),
    ).toBeDefined();
  });
});

describe('every state of the screen', () => {
  it.each([
    ['a draft', draftTest, null],
    ['without exposures', runningTest, null],
    ['too few conversions', runningTest, insufficientResults],
    ['a mismatch', runningTest, mismatchedResults],
    ['ready', runningTest, readyResults],
    ['decided', decidedTest, readyResults],
    ['shipped', shippedTest, readyResults],
  ] as const)('has no fault that axe finds: %s', async (_, shown, results) => {
    open(shown, { results });
    await screen.findAllByRole('heading', { level: 2 });
    const { violations } = await axe.run(document.body, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
