/** The sheets of a workbook in order: name, path of the XML, and visibility. */
import { Parser } from 'saxen';

export interface SheetEntry {
  name: string;
  /** Path in the archive; empty where the workbook has none. */
  path: string;
  isHidden: boolean;
}

/** Reads `xl/workbook.xml` and its relations. Throws for XML that is broken. */
export function listSheets(files: ReadonlyMap<string, Buffer>): SheetEntry[] {
  const paths = new Map<string, string>();
  eachTag(files.get('xl/_rels/workbook.xml.rels'), (tag, attribute) => {
    const target = attribute('Target') ?? '';
    if (tag === 'Relationship')
      paths.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
  });
  const sheets: SheetEntry[] = [];
  eachTag(files.get('xl/workbook.xml'), (tag, attribute) => {
    const name = attribute('name');
    if (tag !== 'sheet' || name === undefined || name === '') return;
    const state = attribute('state') ?? 'visible';
    sheets.push({ name, path: paths.get(attribute('id') ?? '') ?? '', isHidden: state !== 'visible' });
  });
  return sheets;
}

function eachTag(
  xml: Buffer | undefined,
  receive: (tag: string, attribute: (name: string) => string | undefined) => void,
): void {
  const parser = new Parser();
  parser.on('openTag', (name, attributes, decode) => {
    receive(localName(name), (wanted) => attributeOf(attributes(), wanted, decode));
  });
  parser.parse(xml?.toString('utf8') ?? '');
}

/** Names of XML without the prefix of their namespace. */

export function localName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

/** The decoded value of the attribute with a local name. */
export function attributeOf(
  attributes: Record<string, string>,
  wanted: string,
  decode: (text: string) => string,
): string | undefined {
  for (const [name, text] of Object.entries(attributes)) if (localName(name) === wanted) return decode(text);
  return undefined;
}
