import { type ReactNode, useId, useState } from 'react';
import { Definition } from './Definition.tsx';
import { PanelMenu, type Twin } from './PanelMenu.tsx';

/** A panel with its title, freshness, tools and menu. */
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
  /** Switches between chart and table. */
  twin?: Twin | undefined;
  /** More items of the panel's menu. */
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
