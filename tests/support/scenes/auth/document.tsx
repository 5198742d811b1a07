import { documentMachine } from '#machines/auth/document.ts';
import { Document } from '#views/auth/Document.tsx';
import { documentPlan } from '../../plans/auth/document.ts';
import { sceneOf } from '../../scene.ts';
import { withActors } from '../../stub-machines.ts';

export const documentScene = sceneOf(documentMachine, documentPlan, {
  provide: withActors,
  view: (actor) => <Document actor={actor} />,
});
