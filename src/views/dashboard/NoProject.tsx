import { FolderPlus } from 'lucide-react';
import { AppLink } from '../kit/AppLink.tsx';

/** The dashboard of somebody who belongs to no project. */
export function NoProject() {
  return (
    <section className="panel" aria-labelledby="no-project">
      <div className="blank blank-tall">
        <FolderPlus size={24} aria-hidden="true" />
        <h1 className="blank-title" id="no-project">
          You have no project yet
        </h1>
        <p>
          A project holds the affiliates and events of one company. Ask its owner to invite you, or
          create one.
        </p>
        <AppLink to="/settings#projects" className="button">
          Create a project
        </AppLink>
      </div>
    </section>
  );
}
