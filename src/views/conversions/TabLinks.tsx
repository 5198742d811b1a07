import { useRoute, useSearch } from 'wouter';
import { AppLink } from '../kit/AppLink.tsx';
import { viewsFor } from './tabs.ts';

/** The name of the screen and the way to each of its views; all that is chosen goes along. */
export function TabLinks({ maySettle = false }: { maySettle?: boolean }) {
  return (
    <header className="conversions-head">
      <h1 className="conversions-title">Conversions</h1>
      <nav className="conversions-views segments" aria-label="Views of conversions">
        {viewsFor({ maySettle }).map(({ to, name }) => (
          <ViewLink key={to} to={to} name={name} />
        ))}
      </nav>
    </header>
  );
}

function ViewLink({ to, name }: { to: string; name: string }) {
  const [here] = useRoute(to);
  const search = useSearch();
  return (
    <AppLink
      to={`${to}${search ? `?${search}` : ''}`}
      className="segment"
      data-active={here || undefined}
      aria-current={here ? 'page' : undefined}
    >
      {name}
    </AppLink>
  );
}
