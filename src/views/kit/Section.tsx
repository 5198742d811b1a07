import { type ReactNode, useId } from 'react';

/** One part of a page of settings: what it is called, what it is for, and its tools. */
export function Section({
  name,
  lead,
  busy = false,
  refreshing = false,
  tools,
  children,
}: {
  name: string;
  lead?: string;
  busy?: boolean;
  refreshing?: boolean;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className="panel settings-section" aria-labelledby={heading} aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id={heading}>
          {name}
        </h2>
        <div className="panel-tools">{tools}</div>
      </header>
      {lead ? <p className="settings-lead">{lead}</p> : null}
      {children}
    </section>
  );
}
