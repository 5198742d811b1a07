import { useSelector } from '@xstate/react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { PixelsActor } from '#machines/pixels/pixels.ts';
import type { LinkTestActor, TrackingLinksActor } from '#machines/pixels/tracking-links.ts';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { NoAffiliates } from '../kit/NoAffiliates.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { LinkBuilder } from './LinkBuilder.tsx';
import { PostbackBuilder } from './PostbackBuilder.tsx';

/** The tracking link of one affiliate for a traffic source, and the postback address for a network. */
export function TrackingLinks({
  screen,
  actor,
  test,
}: {
  screen: PixelsActor;
  actor: TrackingLinksActor;
  test: LinkTestActor;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { rows, extra, problem } = useSelector(actor, ({ context }) => context);
  const { linked, member, query } = useSelector(screen, ({ context }) => context);
  const role = member.projects.find(({ id }) => id === query.project)?.role;
  const link = rows.find(({ id }) => id === linked) ?? rows[0];
  return (
    <>
      <section className="panel" aria-labelledby="link-title" aria-busy={busy}>
        <header className="panel-head">
          <h2 className="panel-title" id="link-title">
            Tracking link
          </h2>
        </header>
        <CollectionNotice actor={actor} nameOf={({ name }) => name} />
        {!showing && problem ? (
          <Failed
            problem={problem}
            name="tracking links"
            onRetry={() => actor.send({ type: 'retry' })}
          />
        ) : null}
        {!showing && !problem ? <TableSkeleton rows={4} columns={2} /> : null}
        {showing && !link ? (
          <NoAffiliates
            why="A tracking link belongs to an affiliate, and this project has none."
            mayCreate={mayRole(role, 'affiliate.create')}
          />
        ) : null}
        {showing && link ? (
          <LinkBuilder
            screen={screen}
            link={link}
            links={rows}
            offers={extra?.offers ?? []}
            test={test}
            role={role}
          />
        ) : null}
      </section>
      {showing && link ? (
        <PostbackBuilder link={link} maySeeKey={mayRole(role, 'collect-key.rotate')} />
      ) : null}
    </>
  );
}
