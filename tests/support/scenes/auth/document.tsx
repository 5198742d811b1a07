import { documentMachine } from '#machines/auth/document.ts';
import { Document } from '#views/auth/Document.tsx';
import { documentPlan } from '../../plans/auth/document.ts';
import { sceneOf } from '../../scene.ts';
import { recast } from '../../stage.tsx';

export const documentScene = sceneOf(documentMachine, documentPlan, {
  cast: recast,
  view: (actor) => <Document actor={actor} />,
});
