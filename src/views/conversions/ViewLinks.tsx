import { useRoute, useSearch } from 'wouter';
import { Go } from '../parts/Go.tsx';

const views = [
  { to: '/conversions', name: 'Log' },
  { to: '/conversions/summary', name: 'Summary' },
  { to: '/conversions/ledger', name: 'Ledger' },
  { to: '/conversions/reconcile', name: 'Reconcile' },
] as const;

/** The name of the screen and the way to each of its views; all that is chosen goes along. */
export function ViewLinks({ mayReconcile = false }: { mayReconcile?: boolean }) {
  return (
    <header className="conversions-head">
      <h1 className="conversions-title">Conversions</h1>
      <nav className="conversions-views segments" aria-label="Views of conversions">
        {views.map((view) =>
          view.name === 'Reconcile' && !mayReconcile ? null : <ViewLink key={view.to} {...view} />,
        )}
      </nav>
    </header>
  );
}

function ViewLink({ to, name }: { to: string; name: string }) {
  const [here] = useRoute(to);
  const search = useSearch();
  return (
    <Go
      to={`${to}${search ? `?${search}` : ''}`}
      className="segment"
      data-active={here || undefined}
      aria-current={here ? 'page' : undefined}
    >
      {name}
    </Go>
  );
}
