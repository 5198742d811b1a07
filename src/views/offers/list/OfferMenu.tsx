import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { Ellipsis } from 'lucide-react';
import { useLocation, useSearch } from 'wouter';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { OffersListActor } from '#machines/offers/offers-list.ts';
import { offerPaths } from '#model/offers.ts';
import { linkWith } from '../../kit/own-days-links.ts';
import { pauseWords } from './change-words.ts';

/** What can be done with one offer of the list. */
export function OfferMenu({ actor, offer }: { actor: OffersListActor; offer: OfferLine }) {
  const changes = useSelector(actor, ({ children }) => children.changes);
  const project = useSelector(actor, ({ context }) => context.query.project);
  const search = useSearch();
  const [, go] = useLocation();
  const become = (to: 'active' | 'paused' | 'archived') =>
    changes?.send({
      type: 'change.make',
      change: { kind: 'status', to, project, offers: [offer] },
    });
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={`Actions of ${offer.name}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="end">
          <Menu.Popup className="floating menu">
            <Menu.Item
              className="menu-item"
              onClick={() => go(linkWith(offerPaths.edit(offer.id), search))}
            >
              Edit
            </Menu.Item>
            {offer.status === 'active' ? (
              <Menu.Item className="menu-item" onClick={() => become('paused')}>
                <span className="menu-text">Pause</span>
                <span className="menu-note offer-menu-note">{pauseWords}</span>
              </Menu.Item>
            ) : (
              <Menu.Item className="menu-item" onClick={() => become('active')}>
                Activate
              </Menu.Item>
            )}
            {offer.status === 'archived' ? null : (
              <Menu.Item className="menu-item" onClick={() => become('archived')}>
                Archive
              </Menu.Item>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
