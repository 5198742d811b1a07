import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { WeekdayHoursActor } from '#machines/dashboard/weekday-hours.ts';
import { Button } from '../kit/Button.tsx';
import { definitions } from '../kit/definitions.ts';
import type { PanelProps } from '../kit/LoaderPanel.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Panel } from '../kit/Panel.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';

const WeekdayHoursPanel = lazyPart(
  async () => (await import('./heat/WeekdayHoursPanel.tsx')).WeekdayHoursPanel,
  Unavailable,
);

/** The hours of the week; their code and figures are loaded when a person opens them. */
export function WeekdayHours({ actor, selection, menu }: PanelProps<WeekdayHoursActor>) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  const closed = (
    <Panel
      title="Hours of the week"
      definition={definitions.weekdayHours}
      busy={isOpen}
      refreshing={false}
      status={null}
      tools={
        <Button size="small" disabled={isOpen} onClick={() => actor.send({ type: 'panel.open' })}>
          Show hours of the week
        </Button>
      }
    >
      {null}
    </Panel>
  );
  return isOpen ? (
    <Suspense fallback={closed}>
      <WeekdayHoursPanel actor={actor} selection={selection} menu={menu} />
    </Suspense>
  ) : (
    closed
  );
}
