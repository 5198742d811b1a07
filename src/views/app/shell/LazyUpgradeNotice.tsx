import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import { lazyPart } from '../../kit/lazy.tsx';

/** Without its code the notice is not shown; it is not dismissed, so the next visit shows it. */
const NoNotice = () => null;

const UpgradeNotice = lazyPart(
  async () => (await import('./UpgradeNotice.tsx')).UpgradeNotice,
  NoNotice,
);

/** What the latest upgrade changed in the figures; its code loads for a member who has such a notice. */
export function LazyUpgradeNotice({ workspace }: { workspace: WorkspaceActor }) {
  const actor = useSelector(workspace, ({ children }) => children.upgradeNotice);
  const notices = useSelector(workspace, ({ context }) => context.member.upgrade_notices);
  return actor && notices ? (
    <Suspense fallback={null}>
      <UpgradeNotice actor={actor} notices={notices} />
    </Suspense>
  ) : null;
}
