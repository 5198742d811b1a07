import { type ReactNode, useId } from 'react';
import { Definition } from './Definition.tsx';

/** A surface with a head: what it shows, how fresh it is, and its tools. */
export function Panel({
  title,
  definition,
  busy,
  refreshing,
  status,
  tools,
  children,
}: {
  title: string;
  definition: string;
  busy: boolean;
  refreshing: boolean;
  status: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className="panel" aria-labelledby={heading} aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id={heading}>
          <Definition name={title} text={definition} />
        </h2>
        {status}
        {tools ? <div className="panel-tools">{tools}</div> : null}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}
