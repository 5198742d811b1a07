import { useRoute } from 'wouter';
import { SegmentLink } from '../kit/SegmentLink.tsx';
import { viewsFor } from './tabs.ts';

/** The screen's title and the links to its views, which keep the selection. */
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
  return (
    <SegmentLink to={to} isHere={here}>
      {name}
    </SegmentLink>
  );
}
