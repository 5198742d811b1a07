import { useSelector } from '@xstate/react';
import { FolderPlus, Lock } from 'lucide-react';
import { mayRole } from '#contract/accounts/roles.ts';
import { projectOf, type SettingsActor } from '#machines/settings/settings.ts';
import { zoneFor } from '#model/zones.ts';
import { Billing } from '../billing/Billing.tsx';
import { AppLink } from '../kit/AppLink.tsx';
import { AuditLog } from './AuditLog.tsx';
import { Company } from './Company.tsx';
import { ImageForm } from './ImageForm.tsx';
import { Jobs } from './Jobs.tsx';
import { Password } from './Password.tsx';
import { Profile } from './Profile.tsx';
import { ProjectDeletion } from './ProjectDeletion.tsx';
import { Projects } from './Projects.tsx';
import { ScheduledJobs } from './ScheduledJobs.tsx';
import { Sessions } from './Sessions.tsx';
import { SettingsNav } from './SettingsNav.tsx';
import { Team } from './Team.tsx';
import { Tokens } from './Tokens.tsx';
import { roleName } from './words.ts';
import './settings.css';

/** The settings with their navigation. */
export function SettingsScreen({ actor }: { actor: SettingsActor }) {
  return (
    <div className="settings">
      <h1 className="settings-title">Settings</h1>
      <div className="settings-frame">
        <SettingsNav actor={actor} />
        <div className="settings-page">
          <Page actor={actor} />
        </div>
      </div>
    </div>
  );
}

function Page({ actor }: { actor: SettingsActor }) {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const children = useSelector(actor, (snapshot) => snapshot.children);
  const noProject = useSelector(actor, (snapshot) => snapshot.matches('noProject'));
  const closed = useSelector(actor, (snapshot) => snapshot.matches('closed'));
  const atJobs = useSelector(actor, (snapshot) => snapshot.matches('jobs'));
  const { member } = context;
  const project = projectOf(context);
  const zone = zoneFor(member.timezone, project);
  const { profile, picture, password, sessions, auditLog, verifyChain, saveAudit } = children;
  const { failedItems } = children;

  if (noProject) return <Unowned />;
  if (closed && project) return <Closed project={project.name} role={project.role} />;
  if (profile && picture && password && sessions) {
    return (
      <>
        <Profile actor={profile} />
        <ImageForm
          actor={picture}
          name="Picture"
          lead="PNG, JPEG or WebP, up to 2 MB."
          alt="Your picture"
        />
        <Password actor={password} />
        <Sessions actor={sessions} zone={zone} />
      </>
    );
  }
  if (children.projects) return <Projects actor={children.projects} member={member} />;
  if (!project) return null;
  return (
    <>
      {children.team ? <Team actor={children.team} project={project} member={member} /> : null}
      {children.tokens ? <Tokens actor={children.tokens} project={project} zone={zone} /> : null}
      {atJobs && failedItems ? <Jobs actor={failedItems} project={project.id} zone={zone} /> : null}
      {children.scheduledJobs && children.jobRun ? (
        <ScheduledJobs
          actor={children.scheduledJobs}
          running={children.jobRun}
          project={project.id}
          zone={zone}
        />
      ) : null}
      {children.projectDeletion ? (
        <ProjectDeletion actor={children.projectDeletion} zone={zone} />
      ) : null}
      {auditLog && verifyChain && saveAudit ? (
        <AuditLog actor={auditLog} verifying={verifyChain} saving={saveAudit} zone={zone} />
      ) : null}
      {children.company ? <Company actor={children.company} /> : null}
      {children.logo ? (
        <ImageForm
          actor={children.logo}
          name="Logo"
          lead={`The sign of ${project.name}: PNG, JPEG or WebP, up to 2 MB.`}
          alt={`Logo of ${project.name}`}
        />
      ) : null}
      {children.billing ? (
        <Billing
          actor={children.billing}
          mayChange={mayRole(project.role, 'billing.change')}
          mayReplace={project.role === 'owner'}
        />
      ) : null}
    </>
  );
}

function Unowned() {
  return (
    <section className="panel">
      <div className="blank">
        <FolderPlus size={24} aria-hidden="true" />
        <p className="blank-title">You have no project yet</p>
        <p>Create one, or ask an owner to invite you.</p>
        <AppLink to="/settings#projects" className="button" data-look="primary">
          Go to projects
        </AppLink>
      </div>
    </section>
  );
}

function Closed({ project, role }: { project: string; role: string }) {
  return (
    <section className="panel">
      <div className="blank">
        <Lock size={24} aria-hidden="true" />
        <p className="blank-title">Your role cannot open this</p>
        <p>{`You are ${roleName(role)} in ${project}. Ask an owner if you need it.`}</p>
      </div>
    </section>
  );
}
