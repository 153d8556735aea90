/** Empty signature fields of a PDF (ISO 32000, 12.7): ports/signing adds the signatures behind the file. */
import { PDFArray, PDFDict, PDFName, PDFString, rgb } from '@cantoo/pdf-lib';
import type { Pen } from './pen.ts';

export const sealInk = rgb(0.78, 0.09, 0.13);

/** Printed and locked. */
const flags = 132;
/** The file has signatures, and is only added to. */
const signatureFlags = 3;

/** Adds a field over a place of the current sheet. */
export function addSignatureField(
  { doc, page }: Pen,
  name: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): void {
  const { context, catalog } = doc;
  const widget = context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [x, y, x + width, y + height],
    F: flags,
    P: page.ref,
  });
  widget.set(PDFName.of('T'), PDFString.of(name));
  const ref = context.register(widget);
  page.node.addAnnot(ref);
  let form = catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (form === undefined) {
    form = context.obj({ Fields: [], SigFlags: signatureFlags });
    catalog.set(PDFName.of('AcroForm'), context.register(form));
  }
  form.lookup(PDFName.of('Fields'), PDFArray).push(ref);
}
