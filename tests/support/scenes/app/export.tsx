import { createActor } from 'xstate';
import { exportMachine } from '#machines/app/export.ts';
import { ExportItems } from '#views/kit/ExportItems.tsx';
import { ExportNotice } from '#views/kit/ExportNotice.tsx';
import { Panel } from '#views/kit/Panel.tsx';
import { exportPlan } from '../../plans/app/export.ts';
import { question } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { dashboardChildren, withActors } from '../../stub-machines.ts';

const totals = createActor(dashboardChildren.totals, { input: { query: question } }).start();

export const exportScene = sceneOf(exportMachine, exportPlan, {
  provide: withActors,
  view: (actor) => (
    <>
      <Panel
        title="Totals"
        definition="What was sold."
        busy={false}
        refreshing={false}
        status={null}
        menu={<ExportItems actor={actor} source={totals} title="Totals" report="rc-data" />}
      >
        {null}
      </Panel>
      <ExportNotice actor={actor} />
    </>
  ),
});
