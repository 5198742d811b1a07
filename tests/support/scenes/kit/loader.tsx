import { createActor } from 'xstate';
import { selectionMachine } from '#machines/selection/selection.ts';
import type { Query } from '#model/query.ts';
import { money } from '#views/kit/format.ts';
import { LoaderPanel } from '#views/kit/LoaderPanel.tsx';
import { loaderPlan, totalsLoader } from '../../plans/kit/loader.ts';
import { recordingParent } from '../../recording-parent.ts';
import { member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';

const selection = createActor(selectionMachine, {
  input: {
    member,
    facts: {},
    parent: recordingParent<{ type: 'selection.changed'; query: Query | null }>().parent,
  },
});

export const loaderScene = sceneOf(totalsLoader, loaderPlan, {
  provide: (machine, { load }) => machine.provide({ actors: { load: load as never } }),
  view: (actor) => (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Revenue"
      definition="What was sold."
      skeleton={<p>on its way</p>}
    >
      {({ revenue }) => <p>{money(revenue, 'USD')}</p>}
    </LoaderPanel>
  ),
});
