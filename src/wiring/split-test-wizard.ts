import { splitTestLaunchMachine } from '#machines/split-tests/split-test-launch.ts';
import {
  type splitTestWizardMachine,
  testChoicesMachine,
  testPowerMachine,
} from '#machines/split-tests/split-test-wizard.ts';
import { draftParam, splitTestPaths } from '#model/split-tests.ts';
import { createSplitTestAddress } from '#services/split-tests/split-test-address.ts';
import {
  checkTest,
  createTestDrafts,
  loadChoices,
  readPower,
  readTest,
  saveTest,
  startTest,
} from '#services/split-tests/split-test-wizard.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the wizard for a split test. */
export function provideSplitTestWizard(
  machine: typeof splitTestWizardMachine,
  { environment: { window, now }, services: { api }, goTo, network }: ScreenParts,
): typeof splitTestWizardMachine {
  const isHere = (path: string) => path === splitTestPaths.add;
  const address = createSplitTestAddress(window, goTo, isHere, [draftParam]);
  const drafts = createTestDrafts(window, api);
  return machine.provide({
    actors: {
      address: address.watch,
      recallDraft: drafts.recall,
      choices: testChoicesMachine.provide({
        actors: { network, load: loadChoices(api, now) },
      }),
      power: testPowerMachine.provide({ actors: { network, readPreview: readPower(api) } }),
      launch: splitTestLaunchMachine.provide({
        actors: {
          saveTest: saveTest(api),
          readTest: readTest(api),
          checkTest: checkTest(api),
          startTest: startTest(api),
        },
      }),
    },
    actions: {
      rememberDraft: ({ context: { query, place, draft, stored } }, { at }) =>
        drafts.remember(query.project, place?.params[draftParam] ?? null, { draft, at, stored }),
      forgetDraft: ({ context: { query, place } }) =>
        drafts.forget(query.project, place?.params[draftParam] ?? null),
      showTest: (_, { id }) => goTo(splitTestPaths.detail(id), { replace: true }),
      showDrafts: () => goTo(`${splitTestPaths.list}#drafts`, { replace: true }),
      showList: () => goTo(splitTestPaths.list, { replace: true }),
    },
  });
}
