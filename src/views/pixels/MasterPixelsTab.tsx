import { useSelector } from '@xstate/react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { PixelsActor } from '#machines/pixels/pixels.ts';
import { AffiliateEvents } from '../master-pixels/AffiliateEvents.tsx';
import { LiveEvents } from '../master-pixels/LiveEvents.tsx';
import { MasterPixels } from '../master-pixels/MasterPixels.tsx';
import { OrderTest } from './OrderTest.tsx';

/** The master pixels of the project and their events. */
export function MasterPixelsTab({ actor }: { actor: PixelsActor }) {
  const { masterPixels, stream, orderTest, pixelExecuted } = useSelector(
    actor,
    ({ children }) => children,
  );
  const { query, member } = useSelector(actor, ({ context }) => context);
  const pixels = useSelector(masterPixels, (snapshot) => snapshot?.context.rows) ?? [];
  const affiliates = member.affiliates.filter(({ project }) => project === query.project);
  const role = member.projects.find(({ id }) => id === query.project)?.role;
  const mayWrite = mayRole(role, 'master-pixel.write');
  return (
    <>
      {masterPixels && mayRole(role, 'usage.see') ? (
        <MasterPixels actor={masterPixels} mayWrite={mayWrite} />
      ) : null}
      <div className="panel-pair">
        {orderTest && mayWrite ? (
          <OrderTest actor={orderTest} affiliates={affiliates} pixels={pixels} />
        ) : null}
        {pixelExecuted ? <AffiliateEvents actor={pixelExecuted} affiliates={affiliates} /> : null}
      </div>
      {stream ? <LiveEvents actor={stream} affiliates={affiliates} zone={query.timezone} /> : null}
    </>
  );
}
