import { useSelector } from '@xstate/react';
import {
  type JobRunActor,
  runningNow,
  type ScheduledJobsActor,
} from '#machines/settings/scheduled-jobs.ts';
import type { ScheduledJobRow } from '#model/scheduled-jobs.ts';
import { moment } from '../kit/format.ts';
import { errorOf } from './failed-item-words.ts';
import { ItemAct } from './ItemAct.tsx';
import { JobRunNotice } from './JobRunNotice.tsx';
import { SettingsList } from './SettingsList.tsx';

/** What the server does for the project by a schedule, each with a button that runs it now. */
export function ScheduledJobs({
  actor,
  running,
  project,
  zone,
}: {
  actor: ScheduledJobsActor;
  running: JobRunActor;
  project: number;
  zone: string;
}) {
  return (
    <SettingsList
      actor={actor}
      name="Scheduled"
      nameOf={({ title }) => title}
      lead="Work that the server does by itself. You can run it now instead of waiting."
    >
      {(jobs) =>
        jobs.length === 0 ? (
          <p className="settings-empty">Nothing is scheduled in this version.</p>
        ) : (
          <>
            <JobRunNotice actor={running} />
            <ul className="settings-list" aria-label="Scheduled work">
              {jobs.map((job) => (
                <ScheduledJobItem
                  key={job.id}
                  running={running}
                  listed={job}
                  project={project}
                  zone={zone}
                />
              ))}
            </ul>
          </>
        )
      }
    </SettingsList>
  );
}

function ScheduledJobItem({
  running,
  listed,
  project,
  zone,
}: {
  running: JobRunActor;
  listed: ScheduledJobRow;
  project: number;
  zone: string;
}) {
  const asked = useSelector(running, runningNow);
  const isAsked = asked?.id === listed.id;
  const job = isAsked ? asked : listed;
  const isOpen = isAsked || job.state === 'running' || job.state === 'queued';
  const { title, last_error: reason, last_error_kind: reason_kind } = job;
  return (
    <li className="settings-item" aria-label={title}>
      <div className="settings-who">
        <span className="settings-name">{title}</span>
        {reason !== null && reason_kind !== null ? (
          <span className="settings-error">{errorOf({ reason, reason_kind })}</span>
        ) : null}
        <span className="settings-note">{`${lastWords(job, zone)} ${nextWords(job, zone)}`}</span>
      </div>
      <ItemAct
        label={`Run now: ${title}`}
        isReady={asked === null && !isOpen}
        onAct={() => running.send({ type: 'job.start', request: { project, job: listed } })}
      >
        {isOpen ? 'Running' : 'Run now'}
      </ItemAct>
    </li>
  );
}

function lastWords({ last_run_at: at, last_ok }: ScheduledJobRow, zone: string): string {
  if (at === null) return 'Not run yet.';
  return last_ok === false ? `Failed ${moment(at, zone)}.` : `Last run ${moment(at, zone)}.`;
}

function nextWords({ state, next_run_at: at }: ScheduledJobRow, zone: string): string {
  if (state === 'set_aside') return 'Set aside until it is run again.';
  if (state === 'running') return 'It is running.';
  if (state === 'queued') return 'It runs in a moment.';
  return at === null ? 'Nothing is planned.' : `Next run ${moment(at, zone)}.`;
}
