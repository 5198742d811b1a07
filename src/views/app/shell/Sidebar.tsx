import { useRoute } from 'wouter';
import { type SidebarEntry, sidebarEntries } from '#machines/app/screens.ts';
import type { SessionActor } from '#machines/app/session.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Brand } from '../../kit/Brand.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import { icons } from './icons.ts';

/** Where to go. Only screens that exist are listed. */
export function Sidebar({ actor }: { actor: SessionActor }) {
  return (
    <aside className="sidebar" aria-label="Clickledger">
      <div className="sidebar-brand">
        <Brand />
      </div>
      <nav aria-label="Screens" className="sidebar-screens">
        <ul>
          {sidebarEntries.map((entry) => (
            <li key={entry.path}>
              <ScreenLink {...entry} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="sidebar-foot">
        <AppearanceMenu actor={actor} />
        <AccountMenu actor={actor} />
      </div>
    </aside>
  );
}

function ScreenLink({ path, title, icon }: SidebarEntry) {
  const Icon = icons[icon];
  const [here] = useRoute(`${path}/*?`);
  return (
    <AppLink to={path} className="sidebar-link" aria-current={here ? 'page' : undefined}>
      <Icon size={18} aria-hidden="true" />
      <span className="sidebar-text">{title}</span>
    </AppLink>
  );
}
