import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Preflight } from '#contract/split-tests/planning.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import {
  splitTestWizardMachine,
  testChoicesMachine,
  testPowerMachine,
} from '#machines/split-tests/split-test-wizard.ts';
import type { StoredTestWizard, TestDraft, TestStep } from '#model/split-test-draft.ts';
import type { SplitTestRecalledEvent } from '#model/split-tests.ts';
import { SplitTestWizardScreen } from '#views/split-tests/SplitTestWizardScreen.tsx';
import { answered, member, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { testPlace } from '../../support/split-tests/lines.ts';
import {
  choicesFound,
  completeDraft,
  passedChecks,
  powerFound,
  silentChecks,
  startedTest,
  storedDraft,
} from '../../support/split-tests/wizard.ts';
import { withActors } from '../../support/stub-machines.ts';

/** The wizard, at a step of a draft that was kept where one is given. */
function open({
  kept = null,
  checks = passedChecks,
}: {
  kept?: { draft: TestDraft; at: TestStep } | null;
  checks?: Preflight;
} = {}) {
  const saved = scriptedRequest<SplitTest, { draft: TestDraft }>();
  const started = scriptedRequest<SplitTest, { confirm: string }>();
  const shown: string[] = [];
  const remembered: TestStep[] = [];
  const wizard: StoredTestWizard | null = kept && { ...kept, stored: null };
  const actor = createActor(
    withActors(splitTestWizardMachine, {
      address: fromCallback<SplitTestRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'address.recalled', place: testPlace }),
      ),
      recallDraft: fromPromise(async () => wizard && { wizard, isOffered: true }),
      choices: withActors(testChoicesMachine, {
        load: fromPromise(async () => answered(choicesFound)),
      }),
      power: withActors(testPowerMachine, { readPreview: fromPromise(async () => powerFound) }),
      launch: withActors(splitTestLaunchMachine, {
        saveTest: saved.logic,
        readTest: fromPromise(async () => storedDraft),
        checkTest: fromPromise(async () => checks),
        startTest: started.logic,
      }),
    }).provide({
      actions: {
        rememberDraft: (_: unknown, { at }: { at: TestStep }) => remembered.push(at),
        showTest: (_: unknown, { id }: { id: string }) => shown.push(id),
        showDrafts: () => shown.push('drafts'),
        showList: () => shown.push('list'),
      },
    } as never) as typeof splitTestWizardMachine,
    { input: { query, member } },
  ).start();
  render(<SplitTestWizardScreen actor={actor} />);
  return { saved, started, shown, remembered, user: userEvent.setup() };
}

type User = ReturnType<typeof userEvent.setup>;
const step = async (name: string) => within(await screen.findByRole('form', { name }));
const press = async (user: User, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
/** A draft that is complete, at its last step. */
const ready = { draft: completeDraft, at: 'traffic' as const };

describe('a new split test', () => {
  it('is entered step by step, checked, and started', async () => {
    const { user, saved, started, shown, remembered } = open();
    const what = await step('What the test is about');
    await user.type(what.getByLabelText('Name'), 'Shorter headline');
    await press(user, 'Next: variants');
    const variants = await step('Variants');
    const [a, b] = variants.getAllByLabelText('Address of the page') as [HTMLElement, HTMLElement];
    await user.type(a, 'https://shop.test/a');
    await user.type(b, 'https://shop.test/b');
    await press(user, 'Next: goal');
    const goal = await step('Goal');
    await user.selectOptions(goal.getByLabelText('What decides'), 'Earnings per click');
    await press(user, 'Next: traffic');
    expect(await screen.findByText(/16 days/)).toBeDefined();
    await press(user, 'Next: checks');
    expect(saved.calls).toMatchObject([
      { project: 7, stored: null, draft: { name: 'Shorter headline', goal: { type: 'epc' } } },
    ]);
    await act(async () => saved.answer({ output: storedDraft }));
    expect(await screen.findByText('The page answers with 404.')).toBeDefined();
    await press(user, 'Next: review');
    await step('Review');
    await press(user, 'Start now');
    expect(started.calls).toMatchObject([{ test: { id: storedDraft.id, version: 1 } }]);
    await act(async () => started.answer({ output: startedTest }));
    expect(shown).toEqual([storedDraft.id]);
    expect(remembered).toContain('traffic');
  });

  it('says what is wrong only when a step is to be left, and keeps what was entered', async () => {
    const { user } = open();
    const what = await step('What the test is about');
    expect(what.queryByText('Enter a name.')).toBeNull();
    await press(user, 'Next: variants');
    expect(what.getByText('Enter a name.')).toBeDefined();
    await user.type(what.getByLabelText('Name'), 'Headline');
    await press(user, 'Next: variants');
    const variants = await step('Variants');
    await user.click(variants.getByRole('button', { name: 'Add a variant' }));
    expect(variants.getByRole('status').textContent).toContain('Together 100');
    await press(user, 'Back');
    expect((await step('What the test is about')).getByLabelText('Name')).toHaveProperty(
      'value',
      'Headline',
    );
  });

  it('takes the page of a funnel step for its control', async () => {
    const { user } = open({ kept: { draft: { ...completeDraft, name: 'Step' }, at: 'what' } });
    await press(user, 'Go on');
    const what = await step('What the test is about');
    await user.click(what.getByRole('radio', { name: /^A step of a funnel/ }));
    await user.selectOptions(what.getByLabelText('Funnel'), 'Main funnel');
    await user.selectOptions(what.getByLabelText('Step'), 'Lander');
    await press(user, 'Next: variants');
    expect((await step('Variants')).getAllByLabelText('Address of the page')).toHaveLength(2);
  });

  it('compares offers by clicks', async () => {
    const { user } = open({ kept: { draft: completeDraft, at: 'what' } });
    await press(user, 'Go on');
    await user.click(
      (await step('What the test is about')).getByRole('radio', { name: /^Offers/ }),
    );
    await press(user, 'Next: variants');
    const [first] = (await step('Variants')).getAllByLabelText('Offer');
    const options = within(first as HTMLElement).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      'Choose an offer',
      'Black Friday bundle',
      'Old trial (not active)',
    ]);
  });
});

describe('what stands against a start', () => {
  it('is a goal without events, unless the name is typed', async () => {
    const { user, saved, started } = open({ kept: ready, checks: silentChecks });
    await press(user, 'Go on');
    await press(user, 'Next: checks');
    await act(async () => saved.answer({ output: storedDraft }));
    await press(user, 'Next: review');
    const review = await step('Review');
    await press(user, 'Start now');
    expect(started.calls).toEqual([]);
    await user.type(review.getByLabelText('Name of the test'), 'Shorter headline');
    await press(user, 'Start now');
    expect(started.calls).toMatchObject([{ confirm: 'Shorter headline' }]);
  });

  it('is what the server refuses, at the step of its field', async () => {
    const { user, saved } = open({ kept: ready });
    await press(user, 'Go on');
    await press(user, 'Next: checks');
    const fields = { name: ['Another test has this name.'] };
    await act(async () =>
      saved.answer({ error: { kind: 'invalid', message: 'This cannot be saved.', fields } }),
    );
    const what = await step('What the test is about');
    expect(what.getByText('Another test has this name.')).toBeDefined();
    expect(what.getByLabelText('Name')).toHaveProperty('value', 'Shorter headline');
  });
});

describe('a test that is not finished', () => {
  it('is offered, and can be begun anew', async () => {
    const { user } = open({ kept: ready });
    await screen.findByRole('button', { name: 'Go on' });
    await press(user, 'Discard it');
    expect((await step('What the test is about')).getByLabelText('Name')).toHaveProperty(
      'value',
      '',
    );
  });

  it('is kept or thrown away when the wizard is left', async () => {
    const { user, shown } = open();
    await user.type((await step('What the test is about')).getByLabelText('Name'), 'Headline');
    await press(user, 'Cancel');
    const dialog = within(
      await screen.findByRole('alertdialog', { name: 'Keep what you entered?' }),
    );
    expect(dialog.getAllByRole('button').length).toBeGreaterThan(1);
    expect(shown).toEqual([]);
  });

  it('is kept as a draft of the server', async () => {
    const { user, saved, shown } = open({ kept: ready });
    await press(user, 'Go on');
    await press(user, 'Next: checks');
    await act(async () => saved.answer({ output: storedDraft }));
    await press(user, 'Next: review');
    await press(user, 'Keep as a draft');
    expect(shown).toEqual(['drafts']);
  });
});

describe('every step of the wizard', () => {
  it.each(['what', 'variants', 'goal', 'traffic'] as const)(
    'has no fault that axe finds: %s',
    async (at) => {
      const { user } = open({ kept: { draft: completeDraft, at } });
      await press(user, 'Go on');
      await screen.findByRole('form');
      const { violations } = await axe.run(document.body, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    },
  );
});
