import { type Column, isTimeColumn, noteColumns, type Table, type Workbook } from './table.ts';
import { cellFormats, cellXml, headerXml } from './xlsx-cells.ts';
import { type ZipPart, zipOf } from './zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** So many rows are written at once. */
const batch = 100;
/** The most rows of a sheet, with its header. */
const mostRows = 1_048_576;
const cutNote = 'A sheet holds no more rows. Save the list as CSV to get all of them.';

type Sheet = Table & { name: string };

/**
 * An Excel file: the rows, the notes and, where there is one, the total, each on a sheet of its own. The last row of a
 * sheet that is full says so.
 */
export function xlsxOf(
  { title, rows, notes, total }: Workbook,
  most = mostRows,
): AsyncGenerator<Uint8Array> {
  const sheets: Sheet[] = [
    { name: title, ...rows },
    { name: 'Notes', columns: noteColumns, rows: notes },
    ...(total ? [{ name: 'Total', ...total }] : []),
  ];
  return zipOf(partsOf(sheets, most));
}

function* partsOf(sheets: readonly Sheet[], most: number): Generator<ZipPart> {
  yield ['[Content_Types].xml', [contentTypes(sheets)]];
  yield ['_rels/.rels', [linksTo([['officeDocument', 'xl/workbook.xml']])]];
  yield ['xl/workbook.xml', [workbookXml(sheets)]];
  yield [
    'xl/_rels/workbook.xml.rels',
    [
      linksTo([
        ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['styles', 'styles.xml'],
      ]),
    ],
  ];
  yield ['xl/styles.xml', [stylesXml()]];
  for (const [index, sheet] of sheets.entries()) {
    yield [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet, most)];
  }
}

function contentTypes(sheets: readonly Sheet[]): string {
  const parts = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ...sheets.map((_, index) => [`worksheets/sheet${index + 1}`, 'worksheet'] as const),
  ];
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.map(([name, type]) => `<Override PartName="/xl/${name}.xml" ContentType="${contentType}.${type}+xml"/>`).join('')}</Types>`;
}

const linksTo = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relationships}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** The names of sheets are our own words, at most 31 characters. */
const workbookXml = (sheets: readonly Sheet[]): string =>
  `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><bookViews><workbookView/></bookViews><sheets>${sheets.map(({ name }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`;

/** Formats of one's own begin at 164. */
function stylesXml(): string {
  const formats = cellFormats.map((code, index) => ({ code, id: index === 0 ? 0 : 164 + index }));
  const used = formats.filter(({ id }) => id > 0);
  return `${declaration}<styleSheet xmlns="${main}"><numFmts count="${used.length}">${used.map(({ code, id }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${formats.length + 1}">${formats.map(({ id }) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`;
}

/** The header stays in view while the rows scroll. */
async function* sheetXml({ columns, rows }: Sheet, most: number): AsyncGenerator<string> {
  const letters = columns.map((_, index) => columnLetters(index));
  const widths = columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  );
  const header = columns.map(({ name }, index) => headerXml(name, `${letters[index]}1`));
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
  let at = 1;
  let lines: string[] = [];
  for await (const row of rows) {
    at += 1;
    if (at >= most) {
      lines.push(
        `<row r="${at}">${cellXml(cutNote, { name: 'note', kind: 'text' }, `A${at}`)}</row>`,
      );
      break;
    }
    const cells = columns.map((column, index) =>
      cellXml(row[index] ?? null, column, `${letters[index]}${at}`),
    );
    lines.push(`<row r="${at}">${cells.join('')}</row>`);
    if (lines.length < batch) continue;
    yield lines.join('');
    lines = [];
  }
  yield `${lines.join('')}</sheetData></worksheet>`;
}

/** In characters. */
function widthOf(column: Column): number {
  const least = column.kind === 'text' && !isTimeColumn(column) ? 24 : 18;
  return Math.max(least, column.name.length + 2);
}

/** A to Z, AA to ZZ and so on. */
function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return `${rest < 0 ? '' : columnLetters(rest)}${String.fromCharCode(65 + (index % 26))}`;
}
