import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { pressedKey } from '#islands/ui/pressed-key.ts';
import { scanCode } from '#lib/client/stores/desk/orders.ts';
import { playTone } from '#lib/client/tone.ts';
import { AppError, firstFieldMessage } from '#lib/contract/errors.ts';
import type { DeskOrderLine } from '#lib/contract/shipping/desk-order.ts';
import type { Scanned } from '#lib/contract/shipping/packs.ts';
import { placeScan, type ScanLine } from '#lib/rules/orders/scan-place.ts';
import { readTraceCodes } from '#lib/rules/orders/trace-codes.ts';
import { traceProduct } from '#lib/rules/orders/trace-packs.ts';
import { traceWords } from '#lib/rules/text/trace-code.ts';

type Line = Pick<DeskOrderLine, 'id' | 'name' | 'spec'>;

interface Props {
  /** Number of the order. */
  no: string;
  waiting: readonly Line[];
  /** The form with the boxes of the lines, into which codes are put. */
  form: RefObject<HTMLFormElement | null>;
}

/** One box for all codes of a parcel: the code chooses its line, a case stands for its boxes, a tone says how it went. */
export function ScanPanel({ no, waiting, form }: Props) {
  const [lines, setLines] = useState<readonly ScanLine[]>([]);
  const [said, setSaid] = useState<{ isWrong: boolean; text: string }>({ isWrong: false, text: '' });
  const [unknown, setUnknown] = useState<readonly Scanned[]>([]);
  // A scanner is quicker than an answer: codes wait for those before them.
  const queue = useRef(Promise.resolve());
  const chosen = useRef(new Map<string, number>());

  useEffect(() => {
    const box = form.current;
    const count = () => setLines(linesIn(box, waiting));
    count();
    box?.addEventListener('input', count);
    return () => box?.removeEventListener('input', count);
  }, [waiting]);

  function refuse(text: string) {
    setSaid({ isWrong: true, text });
    playTone('refused');
  }

  function put(found: Scanned, own: readonly number[]) {
    const scan = { code: found.code, isCase: found.is_case === 1, boxes: found.boxes };
    const placed = placeScan(scan, linesIn(form.current, waiting), own);
    if ('fault' in placed) return refuse(placed.fault);
    for (const [id, codes] of placed.placed) add(form.current, id, codes);
    const now = linesIn(form.current, waiting).filter(({ id }) => placed.placed.has(id));
    const counts = now.map(({ name, codes, pieces }) => `${name} ${codes.length}/${pieces}`).join('，');
    setSaid({
      isWrong: false,
      text: found.is_case === 1 ? `整箱${found.boxes.length}盒，${counts}` : counts,
    });
    playTone('accepted');
  }

  async function scan(word: string) {
    try {
      const found = await scanCode(no, word);
      const known = chosen.current.get(productOf(found));
      const own = found.line_ids.length === 0 && known !== undefined ? [known] : found.line_ids;
      if (own.length > 0) return put(found, own);
      setUnknown((before) => [...before, found]);
      refuse('还不认识这种药品的追溯码，请选择是哪个商品，以后会自动识别');
    } catch (error) {
      const why = error instanceof AppError ? (firstFieldMessage(error.data) ?? error.message) : '';
      refuse(why === '' ? '没有收到答复，请再扫一次' : why);
    }
  }

  function choose(id: number) {
    const [first] = unknown;
    if (first === undefined) return;
    const product = productOf(first);
    chosen.current.set(product, id);
    for (const found of unknown) if (productOf(found) === product) put(found, [id]);
    setUnknown(unknown.filter((found) => productOf(found) !== product));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (pressedKey(event) !== 'Enter') return;
    // A scanner ends each code with Enter, which would send the form.
    event.preventDefault();
    const box = event.currentTarget;
    const words = traceWords(box.value);
    box.value = '';
    for (const { written, code } of words) queue.current = queue.current.then(() => scan(code ?? written));
  }

  const pieces = lines.reduce((sum, line) => sum + line.pieces, 0);
  const done = lines.reduce((sum, { codes }) => sum + codes.length, 0);
  return (
    <div className="grid gap-2 md:(grid-cols-[minmax(0,28rem)_auto_minmax(0,1fr)] gap-4 items-end) px-3 md:px-4 py-3 border-b border-b-solid border-line">
      <label className="grid gap-1 text-small">
        扫描追溯码或箱码
        <input
          className="input h-touch text-body num"
          placeholder="扫码枪直接扫，商品由码识别"
          autoComplete="off"
          spellCheck={false}
          onKeyDown={onKeyDown}
        />
      </label>
      <p className="m-0 text-title font-600 num whitespace-nowrap" aria-live="polite">
        {done}/{pieces}
      </p>
      <div className="min-h-touch flex items-center">
        {unknown.length > 0 ? (
          <label className="grid gap-1 text-small text-price">
            {unknown.length}个码还不认识，录入到
            <select
              className="input px-2 text-ink max-w-full"
              value=""
              onChange={(event) => choose(Number(event.target.value))}
            >
              <option value="">请选择商品</option>
              {waiting.map(({ id, name, spec }) => (
                <option key={id} value={id}>
                  {name} {spec}
                </option>
              ))}
            </select>
          </label>
        ) : (
          said.text !== '' && (
            <p
              role={said.isWrong ? 'alert' : 'status'}
              className={`m-0 text-small break-all ${said.isWrong ? 'text-price font-600' : ''}`}
            >
              {said.text}
            </p>
          )
        )}
      </div>
    </div>
  );
}

function productOf({ code, boxes }: Scanned): string {
  return traceProduct(boxes[0] ?? code);
}

function boxOf(form: HTMLFormElement | null, name: string) {
  const box = form?.elements.namedItem(name);
  return box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement ? box : null;
}

/** Pieces and codes of the parcel, read from the boxes of the lines. */
function linesIn(form: HTMLFormElement | null, waiting: readonly Line[]): ScanLine[] {
  return waiting.map(({ id, name }) => ({
    id,
    name,
    pieces: Number(boxOf(form, `pieces-${id}`)?.value ?? 0),
    codes: readTraceCodes(boxOf(form, `codes-${id}`)?.value ?? '').codes,
  }));
}

function add(form: HTMLFormElement | null, id: number, codes: readonly string[]): void {
  const box = boxOf(form, `codes-${id}`);
  if (box === null) return;
  const before = box.value.trim();
  box.value = [...(before === '' ? [] : [before]), ...codes].join('\n');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}
