/** Signs that the font of papers lacks: each is drawn in a plain form, or left out where it shows nothing. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontkit from '@cantoo/fontkit';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { Pen } from '#lib/server/engines/pdf/pen.ts';
import { pdfTexts } from '#tests/support/pdf-text.ts';

const file = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
);
const doc = await PDFDocument.create();
doc.registerFontkit(fontkit);
const font = await doc.embedFont(await readFile(file), { subset: true, features: { liga: false } });
const pen = new Pen(doc, font);

test.each([
  ['阿莫西林胶囊', '阿莫西林胶囊'],
  ['维生素B₂', '维生素B2'],
  ['Ca²⁺ 10⁷', /^Ca[²2]\+ 10[⁷7]$/],
  ['张\u200b三\u200d\u202e\ufeff', '张三'],
  ['葛\u{e0100}\ufe0f', '葛'],
  ['a\u2009b', 'a b'],
  ['a\tb', 'a b'],
  ['\u{20bb7}\u{10ffff}', '〓〓'],
])('%s is drawn as %s', (text, drawn) => {
  expect(pen.drawable(text)).toEqual(typeof drawn === 'string' ? drawn : expect.stringMatching(drawn));
  expect(pen.widthOf(text, 10)).toBe(pen.widthOf(pen.drawable(text), 10));
});

test('what is written has no box in it', async () => {
  pen.write('维生素B₂ 张\u200b三 \u{20bb7}', { x: 40, y: 700, size: 10 });
  const [page] = await pdfTexts(await doc.save());
  expect(page).toBe('维生素B2张三〓');
});
