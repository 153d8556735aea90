/** A PDF is passed on unchanged, with a picture of its first page. Runs in the program that reads files. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { FileError, fileLimits } from './limits.ts';
import { type ReadBytes, shrunk } from './read-picture.ts';

/** Throws FileError for a PDF that is broken, locked or too long. */
export async function readPdf(bytes: Buffer): Promise<ReadBytes> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(new Uint8Array(bytes)).catch((error: unknown) => {
    const isLocked = error instanceof Error && /password|security/i.test(error.message);
    throw new FileError(isLocked ? '设有密码，请取消密码后上传' : '无法打开，可能已损坏，请重新导出后上传');
  });
  const pages = document.getPageCount();
  if (pages === 0) throw new FileError('没有内容，请重新导出后上传');
  if (pages > fileLimits.pages) throw new FileError(`超过${fileLimits.pages}页，请只上传需要的几页`);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = fileLimits.previewSide / Math.max(originalWidth, originalHeight, 1);
  const { data, width, height } = await page.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
    render: 'bitmap',
  });
  const preview = await shrunk(
    sharp(data, { raw: { width, height, channels: 4 } }),
    fileLimits.previewSide,
    80,
  ).toBuffer();
  return { kind: 'pdf', contentType: 'application/pdf', width, height, pages, stored: bytes, preview };
}
