import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import type { AuditEntry } from '#contract/audit/schemas.ts';
import type {
  AuditLogActor,
  SaveAuditActor,
  VerifyChainActor,
} from '#machines/settings/audit-log.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count, moment, none } from '../kit/format.ts';
import '../kit/fact-lines.css';
import { MoreRows } from '../kit/MoreRows.tsx';
import { Outcome } from '../kit/Outcome.tsx';
import { SavedFile, SaveFile } from '../kit/SaveFile.tsx';
import { Section } from '../kit/Section.tsx';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

/** The audit log of a project. Each entry contains the hash of the entries before it, so that tampering shows. */
export function AuditLog({
  actor,
  verifying,
  saving,
  zone,
}: {
  actor: AuditLogActor;
  verifying: VerifyChainActor;
  saving: SaveAuditActor;
  zone: string;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { project } = useSelector(actor, ({ context }) => context.query);
  const { search } = useSelector(actor, ({ context }) => context.filter);
  return (
    <Section
      name="Audit log"
      lead="Who did what, the latest first. Entries are never removed."
      busy={busy}
      tools={
        <>
          <Verify actor={verifying} project={project} />
          <SaveFile actor={saving} requestOf={(format) => ({ project, search, format })} />
        </>
      }
    >
      <label className="log-search settings-search">
        <Search size={16} aria-hidden="true" />
        <span className="only-read">Search the log</span>
        <input
          type="search"
          placeholder="Name, address or action"
          maxLength={200}
          defaultValue={search}
          onChange={({ currentTarget }) =>
            actor.send({ type: 'text.change', text: { search: currentTarget.value } })
          }
        />
      </label>
      <Verdict actor={verifying} />
      <SavedFile actor={saving} />
      <Entries actor={actor} zone={zone} />
    </Section>
  );
}

function Entries({ actor, zone }: { actor: AuditLogActor; zone: string }) {
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const empty = useSelector(actor, (snapshot) => snapshot.matches('empty'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { rows, filter, problem } = useSelector(actor, ({ context }) => context);
  if (failed && problem) {
    return (
      <Failed problem={problem} name="audit log" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (empty) {
    return (
      <p className="settings-empty">
        {filter.search === ''
          ? 'Nothing has been done yet.'
          : `Nothing is found for “${filter.search}”.`}
      </p>
    );
  }
  if (rows.length === 0 && !showing) return <TableSkeleton rows={8} columns={4} />;
  return (
    <>
      <DataTable<AuditEntry>
        frame={{ name: 'Entries of the log', className: 'settings-table' }}
        caption="Audit log"
        rows={rows}
        keyOf={({ id }) => id}
        columns={columnsIn(zone)}
      />
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next entries' }}
      />
    </>
  );
}

const columnsIn = (zone: string): DataColumn<AuditEntry>[] => [
  { title: 'When', write: ({ at }) => moment(at, zone) },
  {
    title: 'Who',
    write: ({ actor, via }) => (
      <>
        {actor?.email ?? 'Automatic'}
        {via ? <span className="settings-note">with {via}</span> : null}
      </>
    ),
  },
  { title: 'What', write: ({ action }) => wordsOf(action) },
  { title: 'Target', write: (entry) => <Target entry={entry} /> },
  { title: 'From', write: ({ from }) => from ?? none },
];

function Target({ entry: { target, details, hash } }: { entry: AuditEntry }) {
  return (
    <>
      {target || none}
      {Object.keys(details).length > 0 ? (
        <details className="settings-details">
          <summary>Details</summary>
          <dl className="fact-lines">
            {Object.entries(details).map(([key, value]) => (
              <div key={key}>
                <dt>{wordsOf(key)}</dt>
                <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
              </div>
            ))}
            <div>
              <dt>Hash</dt>
              <dd>
                <code>{hash.slice(0, 16)}</code>
              </dd>
            </div>
          </dl>
        </details>
      ) : null}
    </>
  );
}

function Verify({ actor, project }: { actor: VerifyChainActor; project: number }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return busy ? (
    <Button onClick={() => actor.send({ type: 'task.cancel' })}>Stop verifying</Button>
  ) : (
    <Button onClick={() => actor.send({ type: 'task.start', request: { project } })}>Verify</Button>
  );
}

function Verdict({ actor }: { actor: VerifyChainActor }) {
  const { result, problem } = useSelector(actor, ({ context }) => context);
  const dismiss = () => actor.send({ type: 'task.dismiss' });
  const shown = useSelector(actor, isOver);
  if (!shown) return null;
  if (problem) {
    return (
      <Outcome isBad onDismiss={dismiss}>{`The log was not verified. ${problem.message}`}</Outcome>
    );
  }
  if (!result) return null;
  return result.holds ? (
    <Outcome onDismiss={dismiss}>
      {`The log is intact: ${count(result.checked)} entries are unchanged.`}
    </Outcome>
  ) : (
    <Outcome isBad onDismiss={dismiss}>
      {`Entry ${result.broken_at ?? none} does not match its hash.`}
    </Outcome>
  );
}

/** The result of the last action is shown until it is dismissed. */
const isOver = (snapshot: { matches: (state: 'done' | 'failed') => boolean }): boolean =>
  snapshot.matches('done') || snapshot.matches('failed');

/** `member.removed` as “Member removed”. */
const wordsOf = (code: string): string => {
  const text = code.replaceAll(/[._-]/g, ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
};
