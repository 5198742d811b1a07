import { documentMachine } from '#machines/document.ts';
import { Document } from '#views/entrance/Document.tsx';
import { documentPlan } from '../plans/document.ts';
import { sceneOf } from '../scene.ts';
import { recast } from '../stage.tsx';

export const documentScene = sceneOf(documentMachine, documentPlan, {
  cast: recast,
  view: (actor) => <Document actor={actor} />,
});
