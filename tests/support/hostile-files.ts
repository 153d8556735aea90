/** Files that hurt a reader that trusts them; each small enough to be uploaded. */
import { type Zippable, zipSync } from 'fflate';

const MB = 1024 * 1024;

export interface HostileFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const text = (content: string) => new TextEncoder().encode(content);

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface BookParts {
  /** Further files of the archive. */
  more?: Zippable;
  /** What follows the cells of each sheet. */
  after?: string;
  /** Places of sheets that people do not see. */
  hidden?: readonly number[];
}

/** A workbook of sheets 表1, 表2 … by their cells. */
export function workbookOf(
  sheets: readonly string[],
  { more = {}, after = '', hidden = [] }: BookParts = {},
): Uint8Array<ArrayBuffer> {
  const entries = sheets.map((_, at) => {
    const state = hidden.includes(at) ? ' state="hidden"' : '';
    return `<sheet name="表${at + 1}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const relations = sheets.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return zipSync({
    'xl/workbook.xml': text(
      `<workbook xmlns="m" xmlns:r="r"><sheets>${entries.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': text(`<Relationships>${relations.join('')}</Relationships>`),
    ...Object.fromEntries(
      sheets.map((cells, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        text(`<worksheet><sheetData>${cells}</sheetData>${after}</worksheet>`),
      ]),
    ),
    ...more,
  }) as Uint8Array<ArrayBuffer>;
}

/** A workbook of one sheet. */
function bookOf(cells: string, more: Zippable = {}): Uint8Array<ArrayBuffer> {
  return workbookOf([cells], { more });
}

function cell(place: string, value = '1'): string {
  return `<c r="${place}"><v>${value}</v></c>`;
}

function times(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join('');
}

/** The sizes in the central directory say `size`; the entry inflates to more. */
function forged(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 46 < bytes.byteLength; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true);
  return bytes;
}

/** Every entry of the central directory leads to the last one's content. */
function overlapping(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const heads: number[] = [];
  for (let at = 0; at + 46 < bytes.byteLength; at++)
    if (view.getUint32(at, true) === 0x02014b50) heads.push(at);
  const last = heads.at(-1)!;
  for (const at of heads)
    for (const field of [20, 24, 42]) view.setUint32(at + field, view.getUint32(last + field, true), true);
  return bytes;
}

const zeros = `<row r="1">${cell('A1')}</row>${' '.repeat(60 * MB)}`;

const makers: Record<string, () => Uint8Array<ArrayBuffer>> = {
  '末格.xlsx': () => bookOf(`<row r="1048576">${cell('XFD1048576')}</row>`),
  '末列.xlsx': () => bookOf(times(1000, (at) => `<row r="${at + 1}">${cell(`XFD${at + 1}`)}</row>`)),
  '稀疏.xlsx': () => bookOf(times(1000, (at) => `<row r="${at + 1}">${cell(`ACN${at + 1}`)}</row>`)),
  '实体.xlsx': () => bookOf('<row r="1048576"><c r="&#88;&#x46;D1048576"><v>1</v></c></row>'),
  '前缀.xlsx': () => bookOf('<x:row x:r="1048576"><x:c x:r="XFD1048576"><x:v>1</x:v></x:c></x:row>'),
  '无穷行.xlsx': () => bookOf(`<row r="1e999">${cell('A1')}</row>`),
  '空行.xlsx': () => bookOf('<row r="1048576"><c r="A1048576" s="0"/></row>'),
  '空格.xlsx': () => bookOf(times(200_000, (at) => `<row r="${at + 1}"><c r="A${at + 1}"/></row>`)),
  '无地址.xlsx': () => bookOf(times(100_000, () => '<row><c><v>1</v></c></row>')),
  '一行.xlsx': () => bookOf(`<row r="1">${times(150_000, () => '<c><v>1</v></c>')}</row>`),
  '炸弹.xlsx': () => bookOf(zeros),
  '伪造.xlsx': () => forged(bookOf(zeros), 1000),
  '伪造大.xlsx': () => forged(bookOf(cell('A1')), 0xfffffff0),
  '重叠.xlsx': () =>
    overlapping(
      bookOf('', {
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`xl/a${at}.xml`, text('a')])),
        'xl/z.xml': text('z'.repeat(900_000)),
      }),
    ),
  '嵌套.xlsx': () => bookOf(times(300_000, () => '<a>')),
  '共享.xlsx': () =>
    bookOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, {
      'xl/sharedStrings.xml': text(`<sst>${times(300_000, () => '<si><t>a</t></si>')}</sst>`),
    }),
  '长格.xlsx': () =>
    bookOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'药'.repeat(3_000_000)}</t></is></c></row>`),
  '转义.xlsx': () =>
    bookOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'_x005F'.repeat(900_000)}</t></is></c></row>`),
  '笑.xlsx': () =>
    bookOf(
      `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}">]><row r="1">${cell('A1', '&a;'.repeat(1e5))}</row>`,
    ),
  '格式.xlsx': () =>
    bookOf('<row r="1"><c r="A1" s="0"><v>1</v></c></row>', {
      'xl/styles.xml': text(
        `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'y'.repeat(1e6)}&quot;["/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      ),
    }),
  '合并.xlsx': () =>
    workbookOf([times(1000, (at) => `<row r="${at + 1}">${cell(`B${at + 1}`)}</row>`)], {
      after: `<mergeCells>${times(200_000, () => '<mergeCell ref="A1:A1048576"/>')}</mergeCells>`,
    }),
  '百表.xlsx': () =>
    workbookOf(
      Array.from({ length: 200 }, () =>
        times(2000, (at) => `<row r="${at + 1}">${cell(`A${at + 1}`)}</row>`),
      ),
    ),
  '众多.xlsx': () =>
    bookOf(
      cell('A1'),
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}.xml`, text('')])),
    ),
  '半截.xlsx': () => bookOf(times(2000, (at) => cell(`A${at + 1}`))).slice(0, 900),
  '逗号.csv': () => text(','.repeat(10 * MB)),
  '换行.csv': () => text('\n'.repeat(10 * MB)),
  '引号.csv': () => text('"'.repeat(10 * MB - 1)),
  '未闭.csv': () => text(`"${'药'.repeat(3 * MB)}`),
  '一字.csv': () => text('a'.repeat(10 * MB)),
  '短行.csv': () => text('a,1\n'.repeat(2.5 * MB)),
  '横线.csv': () => text(`${'-'.repeat(900)}x,1\n`.repeat(1000)),
  '国标.csv': () => new Uint8Array(10 * MB).fill(0xd6),
  '零.csv': () => new Uint8Array(10 * MB),
};

const made = new Map<string, Uint8Array<ArrayBuffer>>();

/** `count` hostile files, each kind in turn. */
export function* hostileFiles(count = Object.keys(makers).length): Generator<HostileFile> {
  const names = Object.keys(makers);
  for (let at = 0; at < count; at++) {
    const name = names[at % names.length]!;
    const bytes = made.get(name) ?? makers[name]!();
    made.set(name, bytes);
    yield { name, bytes };
  }
}
