import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Freshness } from '#model/query.ts';
import { Empty } from './Empty.tsx';
import { Failed } from './Failed.tsx';
import { LoaderStatus } from './LoaderStatus.tsx';
import { Panel } from './Panel.tsx';
import type { Twin } from './PanelMenu.tsx';
import { panelStateOf } from './panel-state.ts';

/** The props of every dashboard panel. */
export type PanelProps<Actor> = {
  actor: Actor;
  selection: SelectionActor;
  /** More items of the panel's menu. */
  menu?: ReactNode;
};

type LoaderPanelProps<Data, Asked> = PanelProps<LoaderActor<Data, Asked>> & {
  title: string;
  definition: string;
  tools?: ReactNode;
  /** Switches between chart and table. */
  twin?: Twin;
  /** Shown in every state, between the head and the figures. */
  above?: ReactNode;
  /** The height of the figures, so that skeletons and messages have the same. */
  room?: number | string;
  skeleton: ReactNode;
  /** Replaces the text for days without events. */
  quiet?: ReactNode;
  children: (data: Data, freshness: Freshness) => ReactNode;
};

/** What panels that are made of a `LoaderPanel` leave to their caller. */
export type OuterPanelProps<Data, Asked> = Omit<
  LoaderPanelProps<Data, Asked>,
  'twin' | 'above' | 'room' | 'skeleton' | 'children'
>;

/** A panel for each state of a loader. Its skeleton has the height of the figures. */
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
}: LoaderPanelProps<Data, Asked>) {
  const panelState = useSelector(actor, panelStateOf);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const answer = useSelector(actor, ({ context }) => context.answer);
  const problem = useSelector(actor, ({ context }) => context.problem);

  const body = () => {
    if (panelState === 'failed' && problem) {
      return (
        <Failed problem={problem} name={title} onRetry={() => actor.send({ type: 'retry' })} />
      );
    }
    if (panelState === 'empty') {
      const emptyReason = answer?.emptyReason ?? 'quiet';
      return emptyReason === 'quiet' && quiet ? (
        quiet
      ) : (
        <Empty reason={emptyReason} selection={selection} />
      );
    }
    return panelState !== 'loading' && answer ? children(answer.data, answer.freshness) : skeleton;
  };

  return (
    <Panel
      title={title}
      definition={definition}
      busy={busy}
      refreshing={busy && panelState !== 'loading'}
      status={<LoaderStatus actor={actor} name={title} />}
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
