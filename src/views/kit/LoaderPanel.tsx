import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Freshness } from '#model/query.ts';
import { Empty } from './Empty.tsx';
import { Failed } from './Failed.tsx';
import { Panel } from './Panel.tsx';
import type { Twin } from './PanelMenu.tsx';
import { panelStateOf } from './panel-state.ts';
import { Status } from './Status.tsx';

/** What the dashboard hands to each of its panels. */
export type PanelProps<Actor> = {
  actor: Actor;
  selection: SelectionActor;
  /** Further items of the panel's menu. */
  menu?: ReactNode;
};

/** One data set in its panel, in each of its states. The skeleton takes the room of the figures. */
export function LoaderPanel<Data, Asked>({
  actor,
  selection,
  title,
  definition,
  tools,
  twin,
  menu,
  above,
  room,
  skeleton,
  quiet,
  children,
}: PanelProps<LoaderActor<Data, Asked>> & {
  title: string;
  definition: string;
  tools?: ReactNode;
  /** How a drawing becomes a table and back. */
  twin?: Twin;
  /** Stays in every state, between the head and the figures. */
  above?: ReactNode;
  /** How high the figures will be, so that whatever stands in for them is as high. */
  room?: number | string;
  skeleton: ReactNode;
  /** In place of the words for days in which nothing happened. */
  quiet?: ReactNode;
  children: (data: Data, freshness: Freshness) => ReactNode;
}) {
  const stand = useSelector(actor, panelStateOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const answer = useSelector(actor, ({ context }) => context.answer);
  const problem = useSelector(actor, ({ context }) => context.problem);

  const body = () => {
    if (stand === 'failed' && problem) {
      return (
        <Failed problem={problem} name={title} onRetry={() => actor.send({ type: 'retry' })} />
      );
    }
    if (stand === 'empty') {
      const lack = answer?.lack ?? 'quiet';
      return lack === 'quiet' && quiet ? quiet : <Empty lack={lack} selection={selection} />;
    }
    return stand !== 'loading' && answer ? children(answer.data, answer.freshness) : skeleton;
  };

  return (
    <Panel
      title={title}
      definition={definition}
      busy={busy}
      refreshing={busy && stand !== 'loading'}
      status={<Status actor={actor} name={title} />}
      tools={tools}
      twin={twin}
      menu={menu}
    >
      {above}
      <div className="panel-room" style={{ minHeight: room }}>
        {body()}
      </div>
    </Panel>
  );
}
