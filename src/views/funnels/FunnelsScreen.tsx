import { useSelector } from '@xstate/react';
import type { FunnelsActor } from '#machines/funnels/funnels.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { FunnelList } from './FunnelList.tsx';
import './funnels.css';

/** The funnels of a project. */
export function FunnelsScreen({
  actor,
  selection,
}: {
  actor: FunnelsActor;
  selection: SelectionActor;
}) {
  const list = useSelector(actor, ({ children }) => children.list);
  return list ? <FunnelList actor={actor} list={list} selection={selection} /> : null;
}
