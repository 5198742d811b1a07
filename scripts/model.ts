import { readFileSync, writeFileSync } from 'node:fs';
import { modelFile, written } from '../server/analytics/compiler/model.ts';

/** Writes into the analytics model what follows from the registry and from its own measures; a test compares them. */
writeFileSync(modelFile, written(readFileSync(modelFile, 'utf8')));
