/** 追溯码: one a piece (rules 3). */
import { traceWords } from '../text/trace-code.ts';

/** The result of reading trace codes. */
interface TraceCodes {
  codes: string[];
  /** Invalid ones as written, at most five of them. */
  wrong: string[];
  /** Codes that came twice, each once, at most five. */
  doubled: string[];
}

/** Reads codes as they are scanned, pasted or in a file: one a line, or between blanks and commas (`traceWords`). */
export function readTraceCodes(text: string): TraceCodes {
  const codes = new Set<string>();
  const wrong: string[] = [];
  const doubled = new Set<string>();
  for (const { written, code } of traceWords(text)) {
    if (code === null) wrong.push(written);
    else if (codes.has(code)) doubled.add(code);
    else codes.add(code);
  }
  return { codes: [...codes], wrong: wrong.slice(0, 5), doubled: [...doubled].slice(0, 5) };
}

/** Why codes do not match that many pieces, in a sentence; null where they do, or where there are none. */
export function findTraceFault({ codes, wrong, doubled }: TraceCodes, pieces: number): string | null {
  if (wrong.length > 0)
    return `追溯码须为20位数字，请核对：${wrong.map((word) => word.slice(0, 24)).join('、')}`;
  if (doubled.length > 0) return `追溯码重复：${doubled.join('、')}`;
  if (codes.length > 0 && codes.length !== pieces)
    return `追溯码${codes.length}个，与发货数量${pieces}不符，请核对`;
  return null;
}

/** Approvals of medicines, whose boxes carry 追溯码; herbs, devices and food have none. */
const coded = ['国药准字', '进口药品注册证', '医药产品注册证'] as const;

/** Codes that a parcel's lot lacks: of a medicine one a piece. */
export function missingCodes(lot: { approvalNo: string; quantity: number; codes: number }): number {
  if (!coded.some((opening) => lot.approvalNo.startsWith(opening))) return 0;
  return Math.max(0, lot.quantity - lot.codes);
}
