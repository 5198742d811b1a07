import { readFileSync, writeFileSync } from 'node:fs';
import { modelFile } from '../server/analytics/compiler/model.ts';
import { withDimensions } from '../server/analytics/compiler/model-dimensions.ts';

/** Writes the dimensions of the registry into the analytics model; a test compares them. */
writeFileSync(modelFile, withDimensions(readFileSync(modelFile, 'utf8')));
