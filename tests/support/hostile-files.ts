/** Files that hurt a reader that trusts them; each small enough to be uploaded. */
import { type Zippable, zipSync } from 'fflate';

const MB = 1024 * 1024;

export interface HostileFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

const text = (content: string) => new TextEncoder().encode(content);

const workbook = `<workbook xmlns="m" xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;

/** A workbook of one sheet; `more` are further files of the archive. */
export function workbookOf(sheetData: string, more: Zippable = {}): Uint8Array<ArrayBuffer> {
  return zipSync({
    'xl/workbook.xml': text(workbook),
    'xl/_rels/workbook.xml.rels': text(relations),
    'xl/worksheets/sheet1.xml': text(`<worksheet><sheetData>${sheetData}</sheetData></worksheet>`),
    ...more,
  }) as Uint8Array<ArrayBuffer>;
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
  '末格.xlsx': () => workbookOf(`<row r="1048576">${cell('XFD1048576')}</row>`),
  '末列.xlsx': () => workbookOf(times(1000, (at) => `<row r="${at + 1}">${cell(`XFD${at + 1}`)}</row>`)),
  '稀疏.xlsx': () => workbookOf(times(1000, (at) => `<row r="${at + 1}">${cell(`ACN${at + 1}`)}</row>`)),
  '实体.xlsx': () => workbookOf('<row r="1048576"><c r="&#88;&#x46;D1048576"><v>1</v></c></row>'),
  '前缀.xlsx': () => workbookOf('<x:row x:r="1048576"><x:c x:r="XFD1048576"><x:v>1</x:v></x:c></x:row>'),
  '无穷行.xlsx': () => workbookOf(`<row r="1e999">${cell('A1')}</row>`),
  '空行.xlsx': () => workbookOf('<row r="1048576"><c r="A1048576" s="0"/></row>'),
  '空格.xlsx': () => workbookOf(times(200_000, (at) => `<row r="${at + 1}"><c r="A${at + 1}"/></row>`)),
  '无地址.xlsx': () => workbookOf(times(100_000, () => '<row><c><v>1</v></c></row>')),
  '一行.xlsx': () => workbookOf(`<row r="1">${times(150_000, () => '<c><v>1</v></c>')}</row>`),
  '炸弹.xlsx': () => workbookOf(zeros),
  '伪造.xlsx': () => forged(workbookOf(zeros), 1000),
  '伪造大.xlsx': () => forged(workbookOf(cell('A1')), 0xfffffff0),
  '重叠.xlsx': () =>
    overlapping(
      workbookOf('', {
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`xl/a${at}.xml`, text('a')])),
        'xl/z.xml': text('z'.repeat(900_000)),
      }),
    ),
  '嵌套.xlsx': () => workbookOf(times(300_000, () => '<a>')),
  '共享.xlsx': () =>
    workbookOf(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, {
      'xl/sharedStrings.xml': text(`<sst>${times(300_000, () => '<si><t>a</t></si>')}</sst>`),
    }),
  '长格.xlsx': () =>
    workbookOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'药'.repeat(3_000_000)}</t></is></c></row>`),
  '转义.xlsx': () =>
    workbookOf(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'_x005F'.repeat(900_000)}</t></is></c></row>`),
  '笑.xlsx': () =>
    workbookOf(
      `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(1000)}">]><row r="1">${cell('A1', '&a;'.repeat(1e5))}</row>`,
    ),
  '格式.xlsx': () =>
    workbookOf('<row r="1"><c r="A1" s="0"><v>1</v></c></row>', {
      'xl/styles.xml': text(
        `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'y'.repeat(1e6)}&quot;["/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
      ),
    }),
  '众多.xlsx': () =>
    workbookOf(
      cell('A1'),
      Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}.xml`, text('')])),
    ),
  '半截.xlsx': () => workbookOf(times(2000, (at) => cell(`A${at + 1}`))).slice(0, 900),
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
