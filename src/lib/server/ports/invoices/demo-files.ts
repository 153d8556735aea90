/** The files of the demo's invoices: XML, PDF and OFD of an entry of its books. Each says that it is no invoice. */
import { strToU8, zipSync } from 'fflate';
import type { InvoiceFileKind } from '#lib/rules/invoices/invoice-state.ts';
import { showYuan } from '#lib/rules/money/money.ts';
import { secondKey } from '#lib/rules/terms/activity-time.ts';
import { makeBook } from '../../engines/pdf/make-book.ts';
import type { DemoEntry } from './demo-books.ts';

const notice = '演示，不是发票，不能报销和抵扣';

export const demoFileTypes = {
  pdf: 'application/pdf',
  xml: 'application/xml; charset=utf-8',
  ofd: 'application/octet-stream',
} as const satisfies Record<InvoiceFileKind, string>;

interface Sheet {
  title: string;
  number: string;
  facts: [name: string, value: string][];
  rows: string[][];
}

const heads = ['项目名称', '规格型号', '单位', '数量', '单价', '金额', '税率', '税额'];

function sheetOf(number: string, { at, gross, blue, red }: DemoEntry): Sheet {
  const lines =
    blue?.invoiceDetail.map((one) => ({ ...one, tax: one.tax, price: one.price })) ??
    red?.detail.map((one) => ({ ...one, tax: one.taxAmount, price: one.taxExcludedPrice })) ??
    [];
  const kind = blue === null ? '红字发票' : blue.invoiceLine === 'bs' ? '增值税专用发票' : '普通发票';
  const takenBack: Sheet['facts'] = red === null ? [] : [['对应蓝票', red.blueElecInvoiceNumber]];
  return {
    title: `电子发票（${kind}）【演示】`,
    number,
    facts: [
      ['说明', notice],
      ['发票号码', number],
      ['开票日期', secondKey(at)],
      ['购买方', `${blue?.buyerName ?? red?.buyerName ?? ''} ${blue?.buyerTaxNum ?? red?.buyerTaxNo ?? ''}`],
      ['销售方', blue?.salerTaxNum ?? red?.sellerTaxNo ?? ''],
      ...takenBack,
      ['价税合计', `¥${showYuan(gross)}`],
      ['备注', blue?.remark ?? ''],
    ],
    rows: lines.map((one) => [
      one.goodsName,
      one.specType,
      one.unit,
      one.num,
      one.price,
      one.taxExcludedAmount,
      `${Math.round(Number(one.taxRate) * 100)}%`,
      one.tax,
    ]),
  };
}

/** The bytes of a file of the invoice of that number. */
export async function makeDemoFile(
  number: string,
  entry: DemoEntry,
  kind: InvoiceFileKind,
): Promise<Uint8Array> {
  const sheet = sheetOf(number, entry);
  if (kind === 'xml') return strToU8(xmlOf(sheet));
  return kind === 'ofd' ? ofdOf(sheet) : pdfOf(sheet);
}

/** The PDF that is made now, and all before it. */
let lastPdf: Promise<unknown> = Promise.resolve();

/** One after the other: the shop asks for several files at once, and the line of one owner is short. */
function pdfOf(sheet: Sheet): Promise<Uint8Array> {
  const made = lastPdf.then(() => makePdf(sheet));
  lastPdf = made.catch(() => {});
  return made;
}

function makePdf({ title, facts, rows }: Sheet): Promise<Uint8Array> {
  return makeBook(
    {
      title,
      lines: [],
      isSingle: true,
      parts: [
        {
          kind: 'sheet',
          group: '发票',
          title,
          state: '',
          blocks: [
            { kind: 'pairs', pairs: facts },
            { kind: 'table', heads, widths: [5, 3, 1, 1.5, 3, 2, 1.2, 2], rows },
          ],
        },
      ],
    },
    'demo invoices',
    async () => [],
  );
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);

function xmlOf({ title, number, facts, rows }: Sheet): string {
  const head = facts.map(([name, value]) => `  <Fact name="${escaped(name)}">${escaped(value)}</Fact>`);
  const lines = rows.map(
    (row) =>
      `  <Line>${row.map((cell, at) => `<Cell name="${heads[at] ?? ''}">${escaped(cell)}</Cell>`).join('')}</Line>`,
  );
  const open = `<DemoInvoice number="${number}" title="${escaped(title)}" notice="${notice}">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...head, ...lines, '</DemoInvoice>', ''].join('\n');
}

const ofdSpace = 'xmlns:ofd="http://www.ofdspec.org/2016"';
const ofdXml = (body: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`);

/** One A4 page (mm) of text lines, by GB/T 33190. */
function ofdOf({ title, facts, rows }: Sheet): Uint8Array {
  const lines = [
    title,
    ...facts.map(([name, value]) => `${name}：${value}`),
    ...rows.map((row) => row.join('  ')),
  ];
  const texts = lines.map((text, at) => {
    const y = 15 + at * 7;
    return `<ofd:TextObject ID="${10 + at}" Boundary="15 ${y} 180 7" Font="3" Size="4"><ofd:TextCode X="0" Y="5">${escaped(text)}</ofd:TextCode></ofd:TextObject>`;
  });
  return zipSync({
    'OFD.xml': ofdXml(
      `<ofd:OFD ${ofdSpace} DocType="OFD" Version="1.0"><ofd:DocBody><ofd:DocInfo><ofd:Title>${escaped(title)}</ofd:Title></ofd:DocInfo><ofd:DocRoot>Doc_0/Document.xml</ofd:DocRoot></ofd:DocBody></ofd:OFD>`,
    ),
    'Doc_0/Document.xml': ofdXml(
      `<ofd:Document ${ofdSpace}><ofd:CommonData><ofd:MaxUnitID>${10 + lines.length}</ofd:MaxUnitID><ofd:PageArea><ofd:PhysicalBox>0 0 210 297</ofd:PhysicalBox></ofd:PageArea><ofd:PublicRes>PublicRes.xml</ofd:PublicRes></ofd:CommonData><ofd:Pages><ofd:Page ID="1" BaseLoc="Pages/Page_0/Content.xml"/></ofd:Pages></ofd:Document>`,
    ),
    'Doc_0/PublicRes.xml': ofdXml(
      `<ofd:Res ${ofdSpace} BaseLoc="Res"><ofd:Fonts><ofd:Font ID="3" FontName="SimSun" FamilyName="SimSun"/></ofd:Fonts></ofd:Res>`,
    ),
    'Doc_0/Pages/Page_0/Content.xml': ofdXml(
      `<ofd:Page ${ofdSpace}><ofd:Content><ofd:Layer ID="2">${texts.join('')}</ofd:Layer></ofd:Content></ofd:Page>`,
    ),
  });
}
