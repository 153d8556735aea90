// @vitest-environment happy-dom
/** What is missing of the papers: each link leads into the field that is empty. */
import { afterEach, expect, test } from 'vitest';
import { Lacks } from '#islands/papers/Lacks.tsx';
import { PaperCards } from '#islands/papers/PaperCards.tsx';
import type { PaperSlot, PaperWire, Zizhi } from '#lib/contract/papers.ts';
import { clearDocument, draw, named, press } from '#tests/support/dom.tsx';

afterEach(async () => {
  await clearDocument();
  location.hash = '';
});

const facts = { kind: 'image', bytes: 9, width: 9, height: 9, pages: 1 } as const;
const file = { ...facts, id: 1, name: 'a.jpg', url: '/file/1', full_url: '', pdf_url: '', rotation: 0 };
const paper = (change: Partial<PaperWire>): PaperWire => ({
  ...({
    number: '',
    valid_from: '',
    valid_to: '',
    is_long: 0,
    files: [],
    reason: '',
  } as unknown as PaperWire),
  ...change,
});
const slot = (kind: string, name: string, open: PaperWire | null): PaperSlot =>
  ({ kind, name, held: null, open, tone: 'quiet', is_needed: 1, state_text: '' }) as unknown as PaperSlot;
const whole = { number: '1', valid_from: '2026-01-01', valid_to: '2030-01-01' };
const zizhi = {
  can_change: 1,
  list: [
    slot('business_licence', '营业执照', paper({ ...whole, valid_to: '', files: [file] })),
    slot('drug_licence', '药品经营许可证', paper(whole)),
    slot('legal_person_id', '法人身份证', paper({ ...whole, files: [file] })),
  ],
  lacks: [
    { at: 'business_licence', text: '营业执照：请填写有效期至' },
    { at: 'drug_licence', text: '药品经营许可证：请上传图片' },
    { at: 'legal_person_id', text: '法人身份证：已过期' },
  ],
} as unknown as Zizhi;
const page = () =>
  draw(
    <>
      <Lacks zizhi={zizhi} />
      <PaperCards zizhi={zizhi} onChange={() => undefined} />
    </>,
  );
/** The name of what has the focus, and in which card. */
function focused(): string {
  const place = document.activeElement;
  const labels = [...document.querySelectorAll('label')];
  const label = labels.find(({ htmlFor }) => htmlFor !== '' && htmlFor === place?.id) ?? place;
  return `${place?.closest('li[id^=paper-]')?.id} ${label?.textContent}`;
}

test('a link leads into the first empty field, to the pictures where they are missing, else to the number', async () => {
  const place = await page();
  await press(named(place, '营业执照：请填写有效期至'));
  expect([focused(), location.hash]).toEqual(['paper-business_licence 有效期至', '#paper-business_licence']);
  await press(named(place, '药品经营许可证：请上传图片'));
  expect(focused()).toMatch(/^paper-drug_licence (拍照|选择文件)/);
  await press(named(place, '法人身份证：已过期'));
  expect(focused()).toBe('paper-legal_person_id 证件编号');
});

test('who comes by the address of a card is in its field; any other fragment moves nothing', async () => {
  location.hash = '#paper-business_licence';
  await page();
  expect(focused()).toBe('paper-business_licence 有效期至');
  await clearDocument();
  location.hash = '#health';
  await page();
  expect(document.activeElement).toBe(document.body);
});
