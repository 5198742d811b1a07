import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { ProjectsActor } from '#machines/settings/projects.ts';
import type { ProjectAction } from '#model/projects.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { money, none, percent } from '../kit/format.ts';
import { AddButton } from './AddButton.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { type Question, SettingsList } from './SettingsList.tsx';
import { ShownSecret } from './ShownSecret.tsx';

/** The projects a member works in, each with its affiliates. */
export function Projects({ actor, member }: { actor: ProjectsActor; member: Session }) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  return (
    <SettingsList
      actor={actor}
      name="Projects and affiliates"
      nameOf={({ name }) => name}
      lead="A project holds the affiliates and events of one company."
      tools={
        <AddButton
          icon={Plus}
          isReady={isReady}
          onAdd={() => actor.send({ type: 'entry.add', draft: freshProject(member) })}
        >
          Create project
        </AddButton>
      }
      form={{
        title: (draft) =>
          draft.kind === 'project'
            ? draft.project
              ? `Rename ${draft.project.name}`
              : 'Create a project'
            : draft.affiliate
              ? `Edit ${draft.affiliate.name}`
              : 'Create an affiliate',
        fields: (props) => <ProjectForm {...props} />,
      }}
      question={questionOf}
      secretPanel={{
        title: ({ name }) => `Collect key of ${name}`,
        body: ({ collect_key }, done) => (
          <ShownSecret label="Collect key" text={collect_key} onDone={done}>
            <p>Your server signs events with it. It is shown only once: keep it in a safe place.</p>
          </ShownSecret>
        ),
      }}
    >
      {(projects, extra) => (
        <List
          actor={actor}
          projects={projects}
          affiliates={extra?.affiliates ?? []}
          member={member}
          isReady={isReady}
        />
      )}
    </SettingsList>
  );
}

function List({
  actor,
  projects,
  affiliates,
  member,
  isReady,
}: {
  actor: ProjectsActor;
  projects: readonly Project[];
  affiliates: readonly Affiliate[];
  member: Session;
  isReady: boolean;
}) {
  if (projects.length === 0) {
    return (
      <p className="settings-empty">
        You work in no project yet. Create one, or ask an owner to invite you.
      </p>
    );
  }
  return (
    <ul className="settings-list" aria-label="Projects">
      {projects.map((project) => (
        <ProjectItem
          key={project.id}
          actor={actor}
          project={project}
          affiliates={affiliates.filter((one) => one.project === project.id)}
          role={member.projects.find(({ id }) => id === project.id)?.role}
          isLastOwner={isLastOwner(project, member)}
          isReady={isReady}
        />
      ))}
    </ul>
  );
}

function ProjectItem({
  actor,
  project,
  affiliates,
  role,
  isLastOwner: isLast,
  isReady,
}: {
  actor: ProjectsActor;
  project: Project;
  affiliates: readonly Affiliate[];
  role: string | undefined;
  isLastOwner: boolean;
  isReady: boolean;
}) {
  const { name, currency, timezone } = project;
  const ask = (action: ProjectAction) => actor.send({ type: 'action.choose', action });
  return (
    <li className="settings-project" aria-label={name}>
      <header className="settings-item">
        <div className="settings-who">
          <h3 className="settings-name">{name}</h3>
          <span className="settings-note">
            {currency}, {timezone}
            {project.collect_key ? `, key ${project.collect_key}` : ''}
          </span>
        </div>
        <div className="settings-acts">
          {mayRole(role, 'project.change') ? (
            <Button
              size="small"
              aria-disabled={!isReady}
              aria-label={`Rename ${name}`}
              onClick={() =>
                actor.send({
                  type: 'entry.edit',
                  entry: project,
                  draft: { kind: 'project', project, name, currency, timezone },
                })
              }
            >
              Rename
            </Button>
          ) : null}
          {mayRole(role, 'collect-key.rotate') ? (
            <Button
              size="small"
              aria-disabled={!isReady}
              aria-label={`Replace key of ${name}`}
              onClick={() => ask({ kind: 'rotate', project })}
            >
              Replace key
            </Button>
          ) : null}
          <Button
            size="small"
            aria-disabled={!isReady}
            disabled={isLast}
            aria-label={`Leave ${name}`}
            onClick={() => ask({ kind: 'leave', project })}
          >
            Leave
          </Button>
        </div>
        {isLast ? (
          <p className="settings-note settings-reason">
            You are its last owner. Hand it over before you leave.
          </p>
        ) : null}
      </header>
      {affiliates.length === 0 ? (
        <p className="settings-note settings-none">No affiliate yet.</p>
      ) : (
        <ul className="settings-affiliates" aria-label={`Affiliates of ${name}`}>
          {affiliates.map((affiliate) => (
            <AffiliateItem
              key={affiliate.id}
              actor={actor}
              affiliate={affiliate}
              project={project}
              isReady={isReady}
              mayChange={mayRole(role, 'affiliate.change')}
            />
          ))}
        </ul>
      )}
      {mayRole(role, 'affiliate.create') ? (
        <Button
          size="small"
          aria-disabled={!isReady}
          aria-label={`Create affiliate in ${name}`}
          onClick={() => actor.send({ type: 'entry.add', draft: freshAffiliate(project.id) })}
        >
          <Plus size={14} aria-hidden="true" />
          Create affiliate
        </Button>
      ) : null}
    </li>
  );
}

function AffiliateItem({
  actor,
  affiliate,
  project,
  isReady,
  mayChange,
}: {
  actor: ProjectsActor;
  affiliate: Affiliate;
  project: Project;
  isReady: boolean;
  mayChange: boolean;
}) {
  const { name, aff_id, payout, postback_url, sub_ids } = affiliate;
  return (
    <li className="settings-affiliate" aria-label={name || aff_id}>
      <div className="settings-who">
        <span className="settings-name">{name || aff_id}</span>
        <span className="settings-note">{aff_id}</span>
      </div>
      <dl className="settings-terms">
        <div>
          <dt>Payout</dt>
          <dd>{payoutText(payout, project.currency)}</dd>
        </div>
        <div>
          <dt>Postback</dt>
          <dd>{postback_url ?? none}</dd>
        </div>
        <div>
          <dt>Sub-ids</dt>
          <dd>{sub_ids.length > 0 ? sub_ids.join(', ') : none}</dd>
        </div>
      </dl>
      <AppLink
        className="button"
        data-size="small"
        to={`/pixels/links/${affiliate.id}?project=${affiliate.project}`}
        aria-label={`Tracking link of ${name || aff_id}`}
      >
        Tracking link
      </AppLink>
      {mayChange ? (
        <Button
          size="small"
          aria-disabled={!isReady}
          aria-label={`Edit ${name || aff_id}`}
          onClick={() =>
            actor.send({
              type: 'entry.edit',
              entry: project,
              draft: {
                kind: 'affiliate',
                project: affiliate.project,
                affiliate,
                name,
                aff_id,
                payout,
                postback_url,
                sub_ids,
              },
            })
          }
        >
          Edit
        </Button>
      ) : null}
    </li>
  );
}

const freshProject = ({ timezone }: Session) => ({
  kind: 'project' as const,
  project: null,
  name: '',
  currency: 'USD',
  timezone: timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const freshAffiliate = (project: number) => ({
  kind: 'affiliate' as const,
  project,
  affiliate: null,
  name: '',
  aff_id: '',
  payout: { type: 'revshare' as const, value: 0 },
  postback_url: null,
  sub_ids: [],
});

const payoutText = ({ type, value }: Affiliate['payout'], currency: string): string =>
  type === 'revshare'
    ? `${percent(value)} of revenue`
    : `${money(value, currency)} ${currency} for each conversion`;

const isLastOwner = ({ users }: Project, { id }: Session): boolean => {
  const owners = users.filter(({ role }) => role === 'owner');
  return owners.length === 1 && owners[0]?.id === id;
};

function questionOf({ kind, project }: ProjectAction): Question {
  if (kind === 'rotate') {
    return {
      title: `Replace the collect key of ${project.name}?`,
      text: 'The key in use stops working at once: events signed with it are refused.',
      action: 'Replace key',
    };
  }
  return {
    title: `Leave ${project.name}?`,
    text: 'You see nothing of it from then on. Only an owner can invite you back.',
    action: 'Leave',
  };
}
