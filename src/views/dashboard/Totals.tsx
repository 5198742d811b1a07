import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useSelector } from '@xstate/react';
import type { Question } from '#contract/query.ts';
import type { CcData, RcData } from '#contract/report.ts';
import type { LoaderActor } from '#machines/loader.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { definitions } from '../parts/definitions.ts';
import { Panel } from '../parts/Panel.tsx';
import { Status } from '../parts/Status.tsx';
import { standOf } from '../parts/stand.ts';
import { FigureCards } from './FigureCards.tsx';
import { earned, kept, traffic } from './figures.ts';
import { Trouble } from './Trouble.tsx';

/** The key figures: what was earned, what the traffic was worth, what is left. */
export function Totals({
  totals,
  clicks,
  selection,
}: {
  totals: LoaderActor<RcData, Question>;
  clicks: LoaderActor<CcData, Question>;
  selection: SelectionActor;
}) {
  const busy = useSelector(totals, (snapshot) => snapshot.hasTag('busy'));
  const busyClicks = useSelector(clicks, (snapshot) => snapshot.hasTag('busy'));
  const stand = useSelector(totals, standOf);
  const standOfClicks = useSelector(clicks, standOf);

  return (
    <Panel
      title="Totals"
      definition={definitions.totals}
      busy={busy || busyClicks}
      refreshing={(busy && stand !== 'loading') || (busyClicks && standOfClicks !== 'loading')}
      status={
        <>
          <Status actor={totals} name="Totals" />
          {standOfClicks === 'stale' ? <Status actor={clicks} name="Clicks" /> : null}
        </>
      }
      tools={<Side selection={selection} />}
    >
      <Trouble actor={totals} name="Totals" />
      <Trouble actor={clicks} name="Clicks" />
      <dl className="figures-grid">
        <FigureCards actor={totals} figures={earned} />
        <FigureCards actor={clicks} figures={traffic} />
        <FigureCards actor={totals} figures={kept} />
      </dl>
    </Panel>
  );
}

/** Which side counts: the server that took the order, or the browser that showed the receipt. */
function Side({ selection }: { selection: SelectionActor }) {
  const browser = useSelector(selection, ({ context }) => context.browserConversions);
  return (
    <ToggleGroup
      className="segments"
      aria-label="Counted by"
      value={[browser ? 'browser' : 'server']}
      onValueChange={([side]) => {
        if (side) selection.send({ type: 'browserConversions.set', on: side === 'browser' });
      }}
    >
      <Toggle className="segment" value="server">
        Server
      </Toggle>
      <Toggle className="segment" value="browser">
        Browser
      </Toggle>
    </ToggleGroup>
  );
}
