import type { Page } from '@playwright/test';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { TableOpening } from '#contract/table-opening.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { selectionMachine } from '#machines/selection.ts';
import { writeTable } from '#services/table-address.ts';
import { type Path, pathsOver } from '../support/paths.ts';
import { breakdownPlan } from '../support/plans/breakdown.ts';
import { selectionPlan } from '../support/plans/selection.ts';
import {
  type BrowserGestures,
  breakdownGestures,
  selectionGestures,
  unreachable,
} from './gestures.ts';
import { expect, table, test } from './page.ts';
import { recordWalked } from './toured.ts';

/** Walks a generated path in the browser against the real server, whose answers come by themselves. */
async function walk<M extends AnyStateMachine>(
  page: Page,
  path: Path<M>,
  gestures: BrowserGestures<M>,
  sees: (page: Page, state: SnapshotFrom<M>) => Promise<void>,
) {
  for (const { event, state } of path.steps) {
    const gesture = gestures[event.type as keyof BrowserGestures<M>];
    if (typeof gesture === 'function') {
      await gesture(page, event as never, state);
    }
    await sees(page, state);
  }
}

/** The paths of which every event is caused by hand here, or comes from the server as it does in this demo. */
const walkable = <M extends AnyStateMachine>(
  paths: Path<M>[],
  gestures: BrowserGestures<M>,
  comesByItself: RegExp,
) =>
  paths.filter(({ steps }) =>
    steps.every(({ event }) => {
      const gesture = gestures[event.type as keyof BrowserGestures<M>];
      return comesByItself.test(event.type) || (gesture !== undefined && gesture !== unreachable);
    }),
  );

/** What an address has to ask for, so that the table opens as it does on a path. */
function openingOf({ steps }: Path<typeof breakdownMachine>): TableOpening {
  const told = steps.find(({ event }) => event.type === 'table.recalled')?.event;
  return told && 'opening' in told ? (told.opening as TableOpening) : {};
}

/** A trace of every step would take longer than the steps; the title of a path is its own account. */
test.use({ trace: 'off' });

test.describe('signed in', () => {
  test.use({ storageState: async ({ signedIn }, use) => use(signedIn) });

  test.describe('selection', () => {
    const paths = walkable(
      pathsOver(selectionMachine, selectionPlan).filter(({ title }) => title.startsWith('1:')),
      selectionGestures,
      /^(xstate\.init|clock\.tick)/,
    );
    test('has paths to walk', () => expect(paths.length).toBeGreaterThanOrEqual(15));

    for (const [index, path] of paths.entries()) {
      test(`${index} ${path.title}`, async ({ page, visit }) => {
        await visit('/dashboard');
        await walk(page, path, selectionGestures, async (_, state) => {
          if (!state.matches('choosing')) return;
          await expect(page.getByRole('combobox', { name: 'Affiliates', exact: true })).toHaveText(
            state.matches({ choosing: 'all' }) ? /^All (\d+ )?affiliates$/ : /^(?!All )/,
          );
        });
        const panel = page.getByRole('region', { name: 'Breakdown' });
        const nothing = panel.getByText(/^(Nothing|Your filters)/);
        await expect(table(page, 'campaign').or(nothing)).toBeVisible();
        await recordWalked(selectionMachine, selectionPlan, path);
      });
    }
  });

  test.describe('breakdown', () => {
    const paths = walkable(
      pathsOver(breakdownMachine, breakdownPlan),
      breakdownGestures,
      /^(xstate\.init|table\.recalled)/,
    ).filter(
      ({ steps }) => steps.filter(({ event }) => event.type === 'table.recalled').length < 2,
    );
    test('has paths to walk', () => expect(paths.length).toBeGreaterThanOrEqual(12));

    for (const [index, path] of paths.entries()) {
      test(`${index} ${path.title}`, async ({ page, visit }) => {
        await visit(`/dashboard${writeTable('?range=yesterday', openingOf(path))}`);
        await walk(page, path, breakdownGestures, async (_, state) => {
          if (state.matches('starting')) return;
          await expect(page.getByRole('grid', { name: /^Figures by / })).toBeVisible({
            timeout: 30_000,
          });
          await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveCount(
            state.matches({ open: 'inside' }) ? 1 : 0,
          );
        });
        await recordWalked(breakdownMachine, breakdownPlan, path);
      });
    }
  });
});
