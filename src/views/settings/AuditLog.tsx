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
import { MoreRows } from '../kit/MoreRows.tsx';
import { Outcome } from '../kit/Outcome.tsx';
import { SavedFile, SaveFile } from '../kit/SaveFile.tsx';
import { Section } from '../kit/Section.tsx';
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
      <section
        className="settings-table"
        aria-label="Entries of the log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <table>
          <caption className="only-read">Audit log</caption>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col">Target</th>
              <th scope="col">From</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <Entry key={entry.id} entry={entry} zone={zone} />
            ))}
          </tbody>
        </table>
      </section>
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next entries' }}
      />
    </>
  );
}

function Entry({ entry, zone }: { entry: AuditEntry; zone: string }) {
  const { at, actor, via, action, target, details, from, hash } = entry;
  return (
    <tr>
      <td>{moment(at, zone)}</td>
      <td>
        {actor?.email ?? 'Automatic'}
        {via ? <span className="settings-note">with {via}</span> : null}
      </td>
      <td>{wordsOf(action)}</td>
      <td>
        {target || none}
        {Object.keys(details).length > 0 ? (
          <details className="settings-details">
            <summary>Details</summary>
            <dl>
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
      </td>
      <td>{from ?? none}</td>
    </tr>
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
