import { useSelector } from '@xstate/react';
import { Building2 } from 'lucide-react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { projectOf } from '#machines/selection/selection-model.ts';
import { LazyPicker } from '../kit/LazyPicker.tsx';

/** Whose figures. Choosing another project empties the choice of affiliates. */
export function ProjectChoice({ actor }: { actor: SelectionActor }) {
  const projects = useSelector(actor, ({ context }) => context.projects);
  const project = useSelector(actor, ({ context }) => projectOf(context));
  return (
    <LazyPicker
      label="Project"
      icon={Building2}
      shown={project?.name ?? 'No project'}
      items={() =>
        projects.map(({ id, name, slug }) => ({ id: String(id), label: name, keywords: slug }))
      }
      chosen={String(project?.id ?? '')}
      empty="No project has this name."
      onChoose={(id) => actor.send({ type: 'project.choose', project: Number(id) })}
    />
  );
}
