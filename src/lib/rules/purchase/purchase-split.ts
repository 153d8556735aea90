/** From what somebody pastes or drops to one entry a goods wanted. Pure text work, no catalogue. */

/** One wanted goods as it was written. */
export type PurchaseEntry = {
  /** For the reader, and for mending. */
  raw: string;
  /** A quantity that stood in a column of its own, as it was written: negative, zero and broken ones too. */
  quantity: number | null;
  /** The unit of that column, or empty. */
  unit: string;
};

/** Heads of spreadsheet columns, by what they hold. */
const heads: [kind: Column, pattern: RegExp][] = [
  [
    'skip',
    /^(序号|编号|行号|no\.?|#|单价|价格|金额|小计|合计|供货价|零售价|库存|备注|效期|有效期|批号|日期)/i,
  ],
  ['quantity', /(数量|采购数|计划数|需求|订货|qty|件数|采购量)/i],
  ['unit', /^(单位|计量单位|包装单位|unit)$/i],
  ['code', /(条码|条形码|国药准字|批准文号|注册证|本位码|商品编码|barcode|code)/i],
  ['name', /(品名|名称|商品|通用名|药品|name|货品)/i],
  ['spec', /(规格|spec)/i],
  ['maker', /(厂家|生产企业|生产厂|生产单位|厂商|产地|maker|企业)/i],
];

type Column = 'name' | 'spec' | 'maker' | 'code' | 'quantity' | 'unit' | 'skip';

/** Words that end or begin a chat and name no goods. */
const chatter =
  /^(?:你好|您好|老板|在吗|谢谢|多谢|麻烦|辛苦|收到|好的?|ok|以上|合计|总计|采购单|采购计划|进货单|今天要的?货|要货|下单|尽快发货?|[-—=*_\s.。!！~～,，])*$/i;

/** Splits pasted text: lines, columns kept by tabs, several goods within one line. Empty lines and greetings fall away. */
export function splitPurchaseText(text: string): PurchaseEntry[] {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/[\u200b\ufeff]/g, '').trim());
  if (lines.some((line) => line.includes('\t')))
    return readPurchaseTable(lines.map((line) => line.split('\t')));
  return lines.filter((line) => line !== '' && !isChatter(line)).flatMap(splitLine);
}

/** Rows of a spreadsheet, with a head or without one. */
export function readPurchaseTable(rows: readonly (readonly string[])[]): PurchaseEntry[] {
  const filled = rows
    .map((row) => row.map((cell) => cell.trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  const [first] = filled;
  if (first === undefined) return [];
  const columns = readHead(first);
  const body = columns === null ? dropNumbering(filled) : filled.slice(1);
  return body.flatMap((row) => {
    const entry = columns === null ? plainRow(row) : rowByHead(row, columns);
    return entry.raw === '' || isChatter(entry.raw) ? [] : [entry];
  });
}

/** The kinds of the columns when a row is a head: it names at least two, and one of them the goods. */
function readHead(row: readonly string[]): (Column | null)[] | null {
  const columns = row.map((cell) => {
    const text = cell.normalize('NFKC').replace(/\s+/g, '');
    if (text.length > 12 || /\d{3}/.test(text)) return null;
    return heads.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  });
  const named = columns.filter((column) => column !== null);
  const hasGoods = columns.includes('name') || columns.includes('code');
  return named.length >= 2 && hasGoods ? columns : null;
}

function rowByHead(row: readonly string[], columns: readonly (Column | null)[]): PurchaseEntry {
  const cellsOf = (kind: Column) =>
    row.filter((cell, at) => columns[at] === kind && cell !== '').map((cell) => cell.replace(/\s+/g, ' '));
  const words = (['name', 'spec', 'maker', 'code'] as const).flatMap(cellsOf);
  const [written = ''] = cellsOf('quantity');
  const match = /^([-−–]?\d+(?:\.\d+)?)\s*(\D{0,3})$/.exec(
    written.normalize('NFKC').replace(/,(?=\d{3}(?!\d))/g, ''),
  );
  const quantity = match?.[1];
  const [unit = match?.[2] ?? ''] = cellsOf('unit');
  if (quantity === undefined)
    return { raw: [...words, written].filter(Boolean).join(' '), quantity: null, unit: '' };
  return { raw: words.join(' '), quantity: readNumber(quantity), unit };
}

function readNumber(text: string): number {
  return Number(text.replace(/^[−–]/, '-'));
}

const whole = /^[-−–]?\d{1,6}$/;
const number = /^[-−–]?\d{1,6}(?:\.\d+)?$/;

/** A row without a head: a last column of a number, perhaps with its unit beside it, is the quantity. */
function plainRow(row: readonly string[]): PurchaseEntry {
  const cells = row.filter((cell) => cell !== '').map((cell) => cell.replace(/\s+/g, ' '));
  if (cells.length < 2) return { raw: cells.join(' '), quantity: null, unit: '' };
  const last = (cells.at(-1) ?? '').normalize('NFKC');
  const before = (cells.at(-2) ?? '').normalize('NFKC');
  // A fraction after a whole number is rather a price; alone it is a broken quantity.
  if (whole.test(last) || (number.test(last) && !cells.slice(1).some((cell) => whole.test(cell))))
    return { raw: cells.slice(0, -1).join(' '), quantity: readNumber(last), unit: '' };
  if (cells.length > 2 && number.test(before) && /^\D{1,2}$/.test(last))
    return { raw: cells.slice(0, -2).join(' '), quantity: readNumber(before), unit: last };
  if (cells.length > 2 && /^\D{1,2}$/.test(before)) {
    const written = /^([-−–]?\d{1,6}(?:\.\d+)?)\s*\D{0,2}$/.exec(last)?.[1];
    if (written !== undefined)
      return { raw: cells.slice(0, -2).join(' '), quantity: readNumber(written), unit: before };
  }
  return { raw: cells.join(' '), quantity: null, unit: '' };
}

/** Takes a first column away that only counts the rows. */
function dropNumbering(rows: string[][]): string[][] {
  const start = Number(rows[0]?.[0]);
  const counts = rows.length > 1 && rows.every((row, at) => Number(row[0]) === at + start);
  return counts && rows.every((row) => row.length > 1) ? rows.map((row) => row.slice(1)) : rows;
}

function isChatter(line: string): boolean {
  return chatter.test(line.replace(/\s+/g, ''));
}

const saleUnit = '(?:盒|瓶|袋|支|包|件|箱|板|个|条|台|罐|桶|筒|提|副|双|套|卷|只|公斤|kg|斤)';
export const endsWithQuantity = new RegExp(`[\\d一二两三四五六七八九十百千]\\s*${saleUnit}\\s*$`, 'i');

/** 阿莫西林10盒，头孢5盒: several goods in a line, when each part has letters and a quantity of its own. */
function splitLine(line: string): PurchaseEntry[] {
  const parts = line
    .split(/[，,；;、。]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isChatter(part));
  const isList =
    parts.length > 1 &&
    parts.every(
      (part) => /[\p{Script=Han}]{2}|[a-z]{3}/iu.test(part) && endsWithQuantity.test(part.normalize('NFKC')),
    );
  return (isList ? parts : [line]).map((raw) => ({ raw, quantity: null, unit: '' }));
}
