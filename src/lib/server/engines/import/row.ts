/** One row of a catalogue file: the check that turns text into typed facts. */

import { scopeCodes } from '#lib/rules/companies/qualification.ts';
import type { LeafletText } from '#lib/rules/goods/leaflet.ts';
import { isDrug, otcWords } from '#lib/rules/goods/otc.ts';
import { findCutCode, isErrorCell, isScientific } from '#lib/rules/tables/cell.ts';
import { entriesOf, keysOf } from '#lib/rules/terms/keys.ts';
import { latestExpiry } from '#lib/rules/terms/shelf-life.ts';
import { isBarcode } from '#lib/rules/text/barcodes.ts';
import { lotForm } from '#lib/rules/text/lot-number.ts';
import { type Column, columns, extraColumns, leafletColumns, partOf } from './columns.ts';
import { findWrittenDay, listNames, parseCount, parseYuan } from './values.ts';

/** A raw row: trimmed text by column; a column that the file lacks is empty. */
export type RawRow = Record<Column | keyof typeof extraColumns, string>;

/** 批号, 生产日期 and the last day of the 有效期 (YYYY-MM-DD). */
export type RowLot = { lotNo: string; producedOn: string; expiresOn: string };

/** A row that passed the check. Prices in fen. */
export type CatalogueRow = {
  sku: string;
  kind: string;
  category1: string;
  category2: string;
  name: string;
  brand: string;
  maker: string;
  spec: string;
  form: string;
  origin: string;
  size: string;
  approvalNo: string;
  nationalCode: string;
  unit: string;
  midPack: number;
  casePack: number;
  otc: string;
  /** Scope code of rules 2; empty where none is needed (一类器械). */
  scope: string;
  storage: string;
  shelfLifeMonths: number;
  indications: string;
  basePrice: number;
  marketPrice: number;
  /** Code of the merchant (M01…); empty leaves the choice to the import. */
  merchant: string;
  /** Pieces in the warehouse, including those of open orders; null leaves the stock unchanged (0 for new items). */
  stock: number | null;
  /** The lot in the warehouse; null when the row is incomplete. */
  lot: RowLot | null;
  /** Missing fields of the lot, in Chinese. */
  missingOfLot: string[];
  /** EAN-8, UPC-A, EAN-13 or ITF-14; empty leaves the known code. */
  barcode: string;
  /** A film among the shop's own files, `/video/name.mp4`; empty leaves the known one. */
  video: string;
  /** Files with its own pictures, in order; null leaves the known ones. */
  pictures: string[] | null;
  /** The leaflet of the row; null leaves the known one. */
  leaflet: LeafletText | null;
};

const kinds = ['化学药', '中成药', '中药饮片', '医疗器械', '保健食品', '消毒个护'];
const storages = ['常温', '阴凉', '冷藏 2-8℃'];
/**
 * Possible scopes of a product: a scope that companies have, or 一类器械, which needs none. No company could buy any other.
 */
const scopes = [...scopeCodes, '一类器械'];

/** Required columns of a file: their cells may be empty, but mostly are not (see `needed`). */
export const requiredColumns = keysOf(columns).filter(
  (column) => !['sku', 'brand', 'origin', 'size', 'national_code', 'indications'].includes(column),
);

/** Columns that must not be empty, and the most characters of a text. */
const needed: Column[] = ['kind', 'category1', 'category2', 'name', 'maker', 'spec', 'form', 'unit'];
const longest: Partial<Record<Column, number>> = {
  sku: 32,
  name: 100,
  spec: 100,
  maker: 100,
  indications: 2000,
};

const lotColumns = ['lot_no', 'produced_on', 'expires_on'] as const;
const longestLotNo = 40;

/** The lot of a row. Dates are never made up: missing ones are listed, wrong ones are added to the reasons. */
function readLot(raw: RawRow, reasons: string[]): { lot: RowLot | null; missing: string[] } {
  const missing = lotColumns.filter((column) => !raw[column]).map((column) => extraColumns[column]);
  const dayOf = (column: 'produced_on' | 'expires_on') => {
    const day = raw[column] ? findWrittenDay(raw[column]) : '';
    if (day === null)
      reasons.push(`${extraColumns[column]} ${column} “${raw[column]}”应为 2027-05-20 这样的日期`);
    return day ?? '';
  };
  const [producedOn, expiresOn] = [dayOf('produced_on'), dayOf('expires_on')];
  if (producedOn !== '' && expiresOn !== '' && expiresOn < producedOn)
    reasons.push(`有效期 expires_on “${raw.expires_on}”早于生产日期`);
  const lotNo = lotForm(raw.lot_no);
  if (lotNo.length > longestLotNo) reasons.push(`批号 lot_no 超过 ${longestLotNo} 个字`);
  const lot = missing.length > 0 ? null : { lotNo, producedOn, expiresOn };
  return { lot, missing };
}

/** Most characters of one part of a leaflet. */
const longestPart = 4000;

/** The leaflet of a row, part by part; null when it has none. */
function readLeaflet(raw: RawRow, reasons: string[]): LeafletText | null {
  const text: LeafletText = {};
  for (const [column, name] of entriesOf(leafletColumns)) {
    const said = raw[column];
    if (said.length > longestPart) reasons.push(`${name} ${column} 超过 ${longestPart} 个字`);
    else if (said.includes('\0')) reasons.push(`${name} ${column} 含有无法保存的字符`);
    else if (said !== '') text[partOf[column]] = said;
  }
  return Object.keys(text).length > 0 ? text : null;
}

/** Most pictures of one item. */
const mostPictures = 8;

const allTitles = { ...columns, ...extraColumns };
/** Columns of digits that a spreadsheet may have converted to numbers. */
const codeColumns = ['sku', 'national_code', 'barcode'] as const;

/** Checks one row. Returns the typed row, or every reason (in Chinese) for its refusal. */
export function checkRow(raw: RawRow): { row: CatalogueRow } | { reasons: string[] } {
  const reasons: string[] = [];
  const refuse = (column: Column, what: string) => {
    reasons.push(`${columns[column]} ${column} ${what}`);
    return 0;
  };
  for (const [column, text] of entriesOf(raw))
    if (isErrorCell(text)) reasons.push(`${allTitles[column]} ${column} 的单元格是错误值${text}`);
  for (const column of codeColumns) {
    const cut = findCutCode(raw[column]);
    if (cut !== null) reasons.push(`${allTitles[column]} ${column} ${cut}`);
  }
  if (isScientific(raw.lot_no)) reasons.push(`${allTitles.lot_no} lot_no ${findCutCode(raw.lot_no)}`);
  for (const column of needed) if (raw[column] === '') refuse(column, '不能为空');
  for (const column of keysOf(columns)) {
    const most = longest[column] ?? 200;
    if (raw[column].length > most) refuse(column, `超过 ${most} 个字`);
    if (raw[column].includes('\0')) refuse(column, '含有无法保存的字符');
  }
  const oneOf = (column: Column, allowed: readonly string[]) => {
    if (raw[column] !== '' && !allowed.includes(raw[column])) {
      refuse(column, `“${raw[column]}”不在范围内（${allowed.join('、')}）`);
    } else if (raw[column] === '' && !needed.includes(column)) refuse(column, '不能为空');
  };
  oneOf('kind', kinds);
  oneOf('otc', otcWords);
  oneOf('storage', storages);
  oneOf('scope', scopes);
  if (raw.sku !== '' && !/^[0-9A-Za-z_-]+$/.test(raw.sku)) refuse('sku', '只能用字母、数字、- 和 _');
  if (raw.kind !== '中药饮片' && isDrug(raw.otc) && raw.approval_no === '') {
    refuse('approval_no', '不能为空：药品须有批准文号');
  }
  const count = (column: Column, most: number) =>
    parseCount(raw[column], most) ?? refuse(column, `“${raw[column]}”应为 1–${most} 的整数`);
  const midPack = count('mid_pack', 100_000);
  const casePack = count('case_pack', 1_000_000);
  if (midPack && casePack % midPack !== 0) refuse('case_pack', '应为中包装的整数倍');
  const shelfLifeMonths = count('shelf_life_months', 240);
  const price = (column: Column) =>
    parseYuan(raw[column]) || refuse(column, `“${raw[column]}”应为大于 0、最多两位小数的金额（元）`);
  const basePrice = price('base_price');
  const marketPrice = price('market_price');
  if (basePrice && marketPrice && marketPrice < basePrice) refuse('market_price', '低于批发价');
  if (raw.stock !== '' && !/^\d{1,8}$/.test(raw.stock))
    reasons.push(`库存 stock “${raw.stock}”应为不小于 0 的整数`);
  const { lot, missing: missingOfLot } = readLot(raw, reasons);
  const latest = lot && shelfLifeMonths ? latestExpiry(lot.producedOn, shelfLifeMonths) : null;
  if (lot && latest !== null && lot.expiresOn > latest)
    reasons.push(
      `有效期 expires_on “${raw.expires_on}”超过 shelf_life_months ${shelfLifeMonths} 个月：按生产日期应不晚于 ${latest}`,
    );
  const leaflet = readLeaflet(raw, reasons);
  if (raw.barcode !== '' && !isBarcode(raw.barcode))
    reasons.push(`条码 barcode “${raw.barcode}”应为 8、12、13 或 14 位数字，且校验位正确`);
  if (raw.video !== '' && !/^\/video\/[\w-]{1,80}\.(mp4|webm)$/.test(raw.video))
    reasons.push(`视频 video “${raw.video}”应为 /video/ 下的 mp4 或 webm 文件`);
  const pictures = raw.pictures === '' ? null : listNames(raw.pictures);
  if (pictures !== null && pictures.length > mostPictures)
    reasons.push(`图片 pictures 超过 ${mostPictures} 张`);
  if (reasons.length > 0) return { reasons };
  return {
    row: {
      sku: raw.sku,
      kind: raw.kind,
      category1: raw.category1,
      category2: raw.category2,
      name: raw.name,
      brand: raw.brand,
      maker: raw.maker,
      spec: raw.spec,
      form: raw.form,
      origin: raw.origin,
      size: raw.size,
      approvalNo: raw.approval_no,
      nationalCode: raw.national_code,
      unit: raw.unit,
      midPack,
      casePack,
      otc: raw.otc,
      scope: raw.scope === '一类器械' ? '' : raw.scope,
      storage: raw.storage,
      shelfLifeMonths,
      indications: raw.indications,
      basePrice,
      marketPrice,
      merchant: raw.merchant,
      stock: raw.stock === '' ? null : Number(raw.stock),
      lot,
      missingOfLot,
      barcode: raw.barcode,
      video: raw.video,
      pictures,
      leaflet,
    },
  };
}
