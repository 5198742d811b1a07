import type { LinkTest, TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { LinkOffers, LinkTestRequest } from '#model/tracking-links.ts';
import { type CollectionActor, collectionOf } from '../kit/collection.ts';
import { type TaskActor, taskOf } from '../kit/task.ts';

type Links = {
  scope: { project: number };
  row: TrackingLink;
  extra: LinkOffers;
  draft: never;
  action: never;
  secret: never;
};

/** The tracking links of a project's affiliates. */
export const trackingLinksMachine = collectionOf<Links>().provide({
  guards: { readsByTime: () => false },
});
export type TrackingLinksActor = CollectionActor<Links>;

/** A test click on a tracking link. */
export const linkTestMachine = taskOf<LinkTestRequest, LinkTest>();
export type LinkTestActor = TaskActor<LinkTestRequest, LinkTest>;
