/** What stands in a PDF, page by page, as PDFium reads it. */
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

/** The text of each page, without the spaces and line feeds between. */
export async function pdfTexts(bytes: Uint8Array): Promise<string[]> {
  const document = await (await PDFiumLibrary.init()).loadDocument(new Uint8Array(bytes));
  return [...document.pages()].map((page) => page.getText().replace(/\s/g, ''));
}

/** A page as a PNG, with a scale of 1 for 72 dpi. */
export async function pdfPicture(bytes: Uint8Array, at: number, scale = 1.5): Promise<Buffer> {
  const document = await (await PDFiumLibrary.init()).loadDocument(new Uint8Array(bytes));
  const { data, width, height } = await document.getPage(at).render({ scale, render: 'bitmap' });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
