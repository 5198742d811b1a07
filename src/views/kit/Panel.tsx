import { type ReactNode, useId, useState } from 'react';
import { Definition } from './Definition.tsx';
import { PanelMenu, type Twin } from './PanelMenu.tsx';

/** A surface with a head: what it shows, how fresh it is, its tools and its menu. */
export function Panel({
  title,
  definition,
  busy,
  refreshing,
  status,
  tools,
  twin,
  menu,
  children,
}: {
  title: string;
  definition: string;
  busy: boolean;
  refreshing: boolean;
  status: ReactNode;
  tools?: ReactNode;
  /** How a drawing becomes a table and back. */
  twin?: Twin | undefined;
  /** Further items of the panel's menu. */
  menu?: ReactNode;
  children: ReactNode;
}) {
  const [defined, setDefined] = useState(false);
  const heading = useId();
  const anchor = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section className="panel" id={anchor} aria-labelledby={heading} aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id={heading}>
          <Definition name={title} text={definition} open={defined} onOpenChange={setDefined} />
        </h2>
        {status}
        <div className="panel-tools">
          {tools}
          <PanelMenu name={title} anchor={anchor} twin={twin} onDefine={() => setDefined(true)}>
            {menu}
          </PanelMenu>
        </div>
      </header>
      <div className="panel-body">{children}</div>
    </section>
  );
}
