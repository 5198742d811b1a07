import { Section } from '../kit/Section.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** Stands in for the settings until their code has come. */
export function SettingsScreenSkeleton() {
  return (
    <div className="settings">
      <h1 className="settings-title">Settings</h1>
      <Section name="Settings" busy>
        <TableSkeleton rows={6} columns={3} />
      </Section>
    </div>
  );
}
