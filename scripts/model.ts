import { readFileSync, writeFileSync } from 'node:fs';
import { modelFile, withGenerated } from '../server/analytics/compiler/model.ts';

/** Writes into the analytics model what follows from the registry and from its own measures; a test compares them. */
writeFileSync(modelFile, withGenerated(readFileSync(modelFile, 'utf8')));
