import { z } from 'zod';

/** The file formats that spreadsheets open. */
export const spreadsheetFormats = ['csv', 'xlsx'] as const;
export type SpreadsheetFormat = (typeof spreadsheetFormats)[number];

/**
 * The parts of a CSV: the rows below their header, the lines that sum them up, the notes about the query and the
 * columns, or all of them in one file, the notes above the header as lines that begin with `# `.
 */
const csvParts = ['rows', 'total', 'notes', 'all'] as const;
export type CsvPart = (typeof csvParts)[number];

/** `semicolon` also writes decimal commas, as spreadsheets of many languages read them. */
const csvSeparators = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

const oneOf = (values: readonly string[]) => `Choose one of ${values.join(', ')}.`;

export const csvPartSchema = z.enum(csvParts, oneOf(csvParts)).default('rows');
export const csvSeparatorSchema = z.enum(csvSeparators, oneOf(csvSeparators)).default('comma');
