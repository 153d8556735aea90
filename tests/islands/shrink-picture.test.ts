// @vitest-environment happy-dom
/** Pictures of phones are shrunk before they are sent; all else is sent as it is. */
import { afterEach, expect, test, vi } from 'vitest';
import { shrinkPictures, shrunkSize } from '#islands/ui/files/shrink-picture.ts';

const close = vi.fn();
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  close.mockClear();
});

/** A browser that reads pictures of this size and makes JPEGs of so many bytes. */
function browser(width: number, height: number, bytes: number) {
  const drawn: number[][] = [];
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close }));
  const pen = { fillRect: vi.fn(), drawImage: (_: unknown, ...box: number[]) => drawn.push(box) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })),
  );
  return drawn;
}

const file = (name: string, type: string, bytes: number) => new File([new Uint8Array(bytes)], name, { type });

test.each([
  [8000, 6000, { width: 3000, height: 2250 }],
  [3000, 4000, { width: 2250, height: 3000 }],
  [900, 600, { width: 900, height: 600 }],
  [100_000, 3, { width: 3000, height: 1 }],
])('%i × %i', (width, height, size) => {
  expect(shrunkSize(width, height)).toEqual(size);
});

test('a large picture becomes a smaller JPEG under its own name', async () => {
  const drawn = browser(8000, 6000, 400_000);
  const [sent] = await shrinkPictures([file('执照.PNG', 'image/png', 6_000_000)]);
  expect(sent).toMatchObject({ name: '执照.jpg', type: 'image/jpeg', size: 400_000 });
  expect(drawn).toEqual([[0, 0, 3000, 2250]]);
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  ['a small picture', file('a.jpg', 'image/jpeg', 90_000), 10],
  ['a PDF', file('a.pdf', 'application/pdf', 6_000_000), 10],
  ['a HEIC', file('a.heic', 'image/heic', 6_000_000), 10],
  ['a picture that would grow', file('a.jpg', 'image/jpeg', 2_000_000), 2_100_000],
])('%s is sent as it is', async (_, given, made) => {
  browser(4000, 3000, made);
  expect(await shrinkPictures([given])).toEqual([given]);
});

test('what the browser cannot read is sent as it is, for the server to say what is wrong', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')));
  const broken = file('a.jpg', 'image/jpeg', 3_000_000);
  expect(await shrinkPictures([broken])).toEqual([broken]);
});
