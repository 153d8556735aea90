/** Heights of what stands on 随货同行单 (components/print/NoteSheets.astro, layouts/print.css), so that no sheet runs over. */
import { linesOf, type NotePaper, notePapers, sheetsOf } from './print-pages.ts';

/** Millimetres of half a Chinese sign of 9 points, and of 14 points in the heading. */
const half = { text: 1.5875, heading: 2.47 };
/** Padding and border of a cell at both sides, mm. */
const cellRoom = 2.2;
/** Shares of the columns, as print.css has them. */
const shares = { name: 0.22, spec: 0.12, maker: 0.16, lot: 0.11, unit: 0.04, price: 0.13 };
/** Tenths of a millimetre: a line of a cell, what a row has besides its lines, a line of the head, of the heading. */
const line = 42;
const padding = 16;
const headLine = 48;
const headingLine = 70;
/** Millimetres that names and gaps take of a line of the head: of its two columns, and of one that spans both. */
const pairRoom = 36;
const wideRoom = 17;
/** Lines of the head that the room of a paper reckons with: a pair each. */
const usualPairs = 3;
/** Millimetres at the right of the foot: rows, pieces and sum, or the number of the page. */
const footRight = 64;

export interface LaidRow {
  name: string;
  approvalNo: string;
  form: string;
  spec: string;
  maker: string;
  lotNo: string;
  unit: string;
  price: string;
  amount: string;
  discount: string;
}

export interface LaidNote<Row extends LaidRow> {
  sender: string;
  licenceNo: string;
  senderAddress: string;
  senderPhone: string;
  buyer: string;
  orderNo: string;
  address: string;
  carrier: string;
  trackingNo: string;
  receiver: string;
  phone: string;
  /** Empty without one. */
  coldRecord: string;
  rows: readonly Row[];
}

const across = (millimetres: number) => millimetres / half.text;

function rowHeight(row: LaidRow, width: number): number {
  const column = (name: keyof typeof shares) => across(shares[name] * width - cellRoom);
  const lines = Math.max(
    linesOf(row.name, column('name')) + linesOf(`${row.approvalNo} ${row.form}`, column('name')),
    linesOf(row.spec, column('spec')),
    linesOf(row.maker, column('maker')),
    linesOf(row.lotNo, column('lot')),
    linesOf(row.unit, column('unit')),
    // 生产日期 above 有效期至.
    2,
    linesOf(row.price, column('price')) +
      linesOf(row.amount, column('price')) +
      (row.discount === '' ? 0 : linesOf(`折扣${row.discount}`, column('price'))),
  );
  return lines * line + padding;
}

/** Height of head and foot beyond the usual ones. */
function moreAround(note: LaidNote<LaidRow>, width: number): number {
  const column = across((width - pairRoom) / 2);
  const pairs = [
    [note.buyer, note.orderNo],
    [note.address, `${note.carrier} ${note.trackingNo}`],
    [`${note.receiver} ${note.phone}`, ''],
  ].map((pair) => Math.max(...pair.map((text) => linesOf(text, column))));
  const head = pairs.reduce((sum, lines) => sum + lines, 0) - usualPairs;
  const cold = note.coldRecord === '' ? 0 : linesOf(`启运温度${note.coldRecord}`, across(width - wideRoom));
  const heading = linesOf(`${note.sender}随货同行单`, width / half.heading) - 1;
  const footColumn = across(width - footRight);
  const foot =
    linesOf(`供货单位：${note.sender}　许可证：${note.licenceNo}`, footColumn) +
    linesOf(`${note.senderAddress} ${note.senderPhone}`, footColumn) -
    2;
  return (head + cold) * headLine + heading * headingLine + foot * line;
}

/** The rows of a note, by sheet of a paper. */
export function noteSheets<Row extends LaidRow>(note: LaidNote<Row>, paper: NotePaper): Row[][] {
  const { width, room } = notePapers[paper];
  return sheetsOf(note.rows, {
    room: room - moreAround(note, width),
    heightOf: (row) => rowHeight(row, width),
  });
}
