/** 药检报告 of many lots: read from archives and files, matched with lots by their names, sent one after the other. */
import { matchReports, setLotReport } from '#lib/client/stores/desk/lots.ts';
import { listPacked, type Packed } from '#lib/client/zip.ts';
import { maxUploadBytes } from '#lib/contract/constants.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { MatchedReports } from '#lib/contract/lots.ts';
import { mostReportFiles } from '#lib/rules/orders/report-files.ts';
import { fieldOf } from '#lib/rules/terms/field-of.ts';

export const mostArchiveBytes = 200 * 1024 * 1024;

export interface ReportFile {
  name: string;
  /** Null where no lot has its name, or it cannot be a report; `why` says which. */
  lot: MatchedReports['list'][number] | null;
  why: string;
  /** Throws where the archive is damaged. */
  open: () => File;
}

/** Files and the contents of archives with their lots; a sentence where none can be read. */
export async function readReportFiles(chosen: readonly File[]): Promise<readonly ReportFile[] | string> {
  const packed: Packed[] = [];
  const plain: (Packed & { file: File })[] = [];
  for (const file of chosen) {
    if (!file.name.toLowerCase().endsWith('.zip')) {
      plain.push({ name: file.name, bytes: file.size, unpack: () => new Uint8Array(), file });
      continue;
    }
    try {
      packed.push(...(await listPacked(file)));
    } catch {
      return `“${file.name}”不是可以打开的ZIP，请重新压缩后再选`;
    }
  }
  const all = [...plain, ...packed];
  if (all.length === 0) return '压缩包里没有文件';
  if (all.length > mostReportFiles)
    return `一次最多${mostReportFiles}份报告，这里有${all.length}份，请分几次上传`;
  try {
    const lots = await matchReports(all.map(({ name }) => name));
    return markTwins(
      all.map((one, at): ReportFile => {
        const found = lots[at];
        const why = unfit(one) || (found?.why ?? '');
        const open = () =>
          'file' in one && one.file instanceof File ? one.file : new File([one.unpack()], one.name);
        return { name: one.name, lot: why === '' && found ? found : null, why, open };
      }),
    );
  } catch (error) {
    return sentenceOf(error);
  }
}

/** The server's words; a call without an answer has none. */
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return firstFieldMessage(error.data) ?? error.message;
  return '没有收到答复，请检查网络后再试';
}

/** Null where the archive is damaged. */
function opened(open: () => File): File | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** Files that name the same lot are refused: only one can be its report. */
function markTwins(files: readonly ReportFile[]): ReportFile[] {
  const byLot = Map.groupBy(files, ({ lot }) => (lot === null ? '' : `${lot.goods_id} ${lot.lot_no}`));
  return files.map((file) => {
    const { lot } = file;
    const same = lot === null ? [] : (byLot.get(`${lot.goods_id} ${lot.lot_no}`) ?? []);
    return same.length > 1
      ? { ...file, lot: null, why: `有${same.length}份文件是批号${lot?.lot_no}的，请只留一份` }
      : file;
  });
}

function unfit({ name, bytes }: Packed): string {
  if (!name.toLowerCase().endsWith('.pdf')) return '不是PDF';
  if (bytes === 0) return '是空文件';
  return bytes > maxUploadBytes ? '超过10 MB' : '';
}

interface Told {
  onSaved: () => void;
  onRefused: (one: { name: string; why: string }) => void;
}

/** Sends them; a refusal says its file and goes on. After a lost connection the same files can be sent again. */
export async function sendReports(
  files: readonly ReportFile[],
  stop: AbortSignal,
  { onSaved, onRefused }: Told,
): Promise<void> {
  for (const { name, lot, open } of files) {
    if (stop.aborted) return;
    if (lot === null) continue;
    const file = opened(open);
    if (file === null) {
      onRefused({ name, why: '文件已损坏' });
      continue;
    }
    try {
      await patiently(() => setLotReport({ goods: lot.goods_id, lot_no: lot.lot_no, file }), stop);
      onSaved();
    } catch (error) {
      onRefused({ name, why: sentenceOf(error) });
    }
  }
}

/** Again after the wait that the server asks for, five times. */
async function patiently(send: () => Promise<unknown>, stop: AbortSignal): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      await send();
      return;
    } catch (error) {
      const seconds = error instanceof AppError ? Number(fieldOf(error.data, 'retry_after')) : Number.NaN;
      if (!(error instanceof AppError) || error.code !== 429 || !(seconds > 0) || left === 0 || stop.aborted)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 60) * 1000));
    }
  }
}
