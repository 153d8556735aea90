/**
 * Shrinks pictures before they are sent. Phones take pictures of 5 to 15 MB; the server stores 3,000 pixels a side
 * (src/lib/server/ports/files/limits.ts), so larger ones only cost a buyer's bandwidth.
 */

/** Pixels of the longer side of what is sent. */
const maxSide = 3_000;
/** Smaller files, in bytes, are sent unchanged. */
const smallBytes = 1_500_000;
const quality = 0.88;

/** Kinds that every browser reads and that lose nothing but size. HEIC and PDF are sent as they are. */
const shrinkable = /^image\/(?:jpeg|png|webp)$/;

/** Whether {@link shrinkPictures} would try to shrink it. */
export function isLargePicture({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return shrinkable.test(type) && size > smallBytes && typeof createImageBitmap === 'function';
}

/** Width and height that fit into {@link maxSide}; smaller pictures are unchanged. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A JPEG of the picture, upright, at most {@link maxSide} pixels a side; the file itself where that gains nothing. */
async function shrinkPicture(file: File): Promise<File> {
  if (!isLargePicture(file)) return file;
  let bitmap: ImageBitmap | undefined;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = shrunkSize(bitmap.width, bitmap.height);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d');
    if (pen === null) return file;
    // JPEG has no transparency: transparent areas become white.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(bitmap, 0, 0, width, height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob === null || blob.size >= file.size) return file;
    return new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    // The browser cannot read it: the server reports the fault.
    return file;
  } finally {
    bitmap?.close();
  }
}

/** The files, large pictures among them shrunk. */
export async function shrinkPictures(files: readonly File[]): Promise<File[]> {
  const shrunk: File[] = [];
  // One after the other: a picture of 50 megapixels takes 200 MB while it is drawn.
  for (const file of files) shrunk.push(await shrinkPicture(file));
  return shrunk;
}
