import { useSelector } from '@xstate/react';
import type {
  FunnelCreationActor,
  FunnelCreationSnapshot,
} from '#machines/funnels/funnel-creation.ts';

const words: Record<FunnelCreationSnapshot['value'], string> = {
  saving: 'Creating the funnel…',
  publishing: 'Publishing it…',
  comparing: 'Reading the version that was stored meanwhile…',
  ended: '',
};

/** What is being done with the finished draft. */
export function CreationProgress({ actor }: { actor: FunnelCreationActor }) {
  return (
    <p className="quiet" role="status">
      {words[useSelector(actor, ({ value }) => value)]}
    </p>
  );
}
