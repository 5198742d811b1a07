import { Section } from '../kit/Section.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** The frame of the settings while their code loads. */
export function SettingsScreenSkeleton() {
  return (
    <div className="settings">
      <h1 className="settings-title">Settings</h1>
      <div className="settings-frame">
        <div className="settings-nav-to-come" />
        <Section name="Settings" busy>
          <TableSkeleton rows={6} columns={3} />
        </Section>
      </div>
    </div>
  );
}
