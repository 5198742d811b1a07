import { createActor } from 'xstate';
import type { Query } from '#contract/query.ts';
import { selectionMachine } from '#machines/selection.ts';
import { money } from '#views/parts/format.ts';
import { LoaderPanel } from '#views/parts/LoaderPanel.tsx';
import { loaderPlan, totalsLoader } from '../plans/loader.ts';
import { recorder } from '../recorder.ts';
import { member } from '../samples.ts';
import { sceneOf } from '../scene.ts';

const selection = createActor(selectionMachine, {
  input: {
    member,
    facts: {},
    parent: recorder<{ type: 'selection.changed'; query: Query | null }>().parent,
  },
});

export const loaderScene = sceneOf(totalsLoader, loaderPlan, {
  cast: (machine, { load }) => machine.provide({ actors: { load: load as never } }),
  view: (actor) => (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Revenue"
      definition="What was sold."
      skeleton={<p>on its way</p>}
    >
      {({ revenue }) => <p>{money(revenue)}</p>}
    </LoaderPanel>
  ),
});
