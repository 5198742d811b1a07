import type { FunnelVersion } from '#contract/funnels/schemas.ts';
import type { FunnelVersionsActor } from '#machines/funnels/funnel-overview.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { definitionChanges } from '#model/funnel-changes.ts';
import { moment } from '../../kit/format.ts';
import { LoaderPanel } from '../../kit/LoaderPanel.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';

/** The published versions, latest first: when, by whom, and what changed. */
export function VersionsPanel({
  actor,
  selection,
  zone,
}: {
  actor: FunnelVersionsActor;
  selection: SelectionActor;
  zone: string;
}) {
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      title="Versions"
      definition="What was published. Reports follow the latest version, for past days too."
      skeleton={<TableSkeleton rows={2} columns={2} />}
    >
      {(versions) =>
        versions.length === 0 ? (
          <p className="flow-note">Nothing was published yet.</p>
        ) : (
          <ol className="flow-versions" aria-label="Versions">
            {versions.map((version, index) => (
              <VersionItem
                key={version.version}
                version={version}
                before={versions[index + 1]}
                zone={zone}
              />
            ))}
          </ol>
        )
      }
    </LoaderPanel>
  );
}

function VersionItem({
  version: { version, published_at, published_by, definition },
  before,
  zone,
}: {
  version: FunnelVersion;
  before: FunnelVersion | undefined;
  zone: string;
}) {
  const changes = before ? definitionChanges(before.definition, definition) : [];
  return (
    <li className="flow-version">
      <p>
        <strong>Version {version}</strong>{' '}
        <span className="quiet">
          {moment(published_at, zone)}
          {published_by === null ? '' : ` by ${published_by}`}
        </span>
      </p>
      {before ? null : <p>The first one, with {definition.steps.length} steps.</p>}
      {before && changes.length === 0 ? <p>It counts the same people.</p> : null}
      {changes.length > 0 ? (
        <ul>
          {changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
