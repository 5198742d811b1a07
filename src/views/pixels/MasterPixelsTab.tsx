import { useSelector } from '@xstate/react';
import { mayRole } from '#contract/accounts/capability.ts';
import type { PixelsActor } from '#machines/pixels/pixels.ts';
import { Executed } from '../master-pixels/Executed.tsx';
import { Live } from '../master-pixels/Live.tsx';
import { MasterPixels } from '../master-pixels/MasterPixels.tsx';
import { OrderTest } from './OrderTest.tsx';

/** The pixels of the project, and what arrives through them. */
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
        {pixelExecuted ? <Executed actor={pixelExecuted} affiliates={affiliates} /> : null}
      </div>
      {stream ? <Live actor={stream} affiliates={affiliates} zone={query.timezone} /> : null}
    </>
  );
}
