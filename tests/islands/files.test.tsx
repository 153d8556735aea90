// @vitest-environment happy-dom
/** Files: what a field takes and says, how they are handed over, and how they are sent. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkFiles, type FileRules, sizeText } from '#islands/ui/files/check-files.ts';
import { FilePicker } from '#islands/ui/files/FilePicker.tsx';
import { UploadList } from '#islands/ui/files/UploadList.tsx';
import { type SendFile, useUploads } from '#islands/ui/files/use-uploads.ts';
import { AppError } from '#lib/contract/errors.ts';
import { clearDocument, does, draw, named, press } from '#tests/support/dom.tsx';

const rules: FileRules = { endings: ['.pdf', '.jpg'], maxBytes: 2 * 1024 * 1024, maxCount: 2 };
const file = (name: string, content = 'x') => new File([content], name);

afterEach(clearDocument);

test.each([
  [[{ name: '执照.PDF', size: 9 }], 1, []],
  [[{ name: '执照.exe', size: 9 }], 0, ['“执照.exe”的格式不支持，请选择PDF、JPG文件']],
  [[{ name: 'a.pdf', size: 0 }], 0, ['“a.pdf”是空文件，请重新选择']],
  [[{ name: 'a.pdf', size: rules.maxBytes }], 1, []],
  [[{ name: 'a.pdf', size: rules.maxBytes + 1 }], 0, ['“a.pdf”超过2 MB，请缩小后再选']],
  [['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ({ name, size: 1 })), 2, ['一次最多选择2个文件，其余1个未加入']],
])('%j', (files, taken, refused) => {
  const checked = checkFiles(files, rules);
  expect([checked.taken.length, checked.refused]).toEqual([taken, refused]);
});

test.each([
  [1, '1 KB'],
  [320 * 1024, '320 KB'],
  [1.55 * 1024 * 1024, '1.6 MB'],
  [10 * 1024 * 1024, '10 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

describe('the picker', () => {
  const common = { title: '资质', label: '资质文件', button: '选择文件', hint: '两份以内', rules };

  /** An event of dragging or pasting with what it carries. */
  function carry(type: string, key: 'dataTransfer' | 'clipboardData', files: File[], text = ''): Event {
    const event = new Event(type, { bubbles: true, cancelable: true });
    Object.defineProperty(event, key, { value: { files, getData: () => text } });
    return event;
  }

  test('takes dropped files, says what it does not take, and forgets it at the next', async () => {
    const onFiles = vi.fn();
    const place = await draw(<FilePicker {...common} onFiles={onFiles} />);
    const zone = place.querySelector('section')!;
    const [good, bad] = [file('a.pdf'), file('b.exe')];
    await does(() => zone.dispatchEvent(carry('drop', 'dataTransfer', [good, bad])));
    expect(onFiles).toHaveBeenCalledExactlyOnceWith([good]);
    expect(place.querySelector('[role=alert]')?.textContent).toBe('“b.exe”的格式不支持，请选择PDF、JPG文件');
    await does(() => zone.dispatchEvent(carry('drop', 'dataTransfer', [good])));
    expect(place.querySelector('[role=alert]')).toBeNull();
  });

  test('shows that something hangs over it until it leaves', async () => {
    const place = await draw(
      <FilePicker {...common} onFiles={() => {}}>
        <p>说明</p>
      </FilePicker>,
    );
    const zone = place.querySelector('section')!;
    const isLit = () => zone.className.includes('bg-primary-wash');
    const leave = (to: Node | null) => {
      const event = new Event('dragleave', { bubbles: true });
      Object.defineProperty(event, 'relatedTarget', { value: to });
      return does(() => zone.dispatchEvent(event));
    };
    await does(() => zone.dispatchEvent(carry('dragover', 'dataTransfer', [])));
    await leave(place.querySelector('p'));
    expect(isLit()).toBe(true);
    await leave(document.body);
    expect(isLit()).toBe(false);
  });

  test('takes a pasted picture, and leaves the cells of a spreadsheet to the box', async () => {
    const onFiles = vi.fn();
    const place = await draw(
      <FilePicker {...common} onFiles={onFiles}>
        <textarea aria-label="清单" />
      </FilePicker>,
    );
    const box = place.querySelector('textarea')!;
    const cells = carry('paste', 'clipboardData', [file('image.jpg')], '阿莫西林\t10');
    await does(() => box.dispatchEvent(cells));
    expect([onFiles.mock.calls.length, cells.defaultPrevented]).toEqual([0, false]);
    await does(() => box.dispatchEvent(carry('paste', 'clipboardData', [file('image.jpg')])));
    expect(onFiles).toHaveBeenCalledOnce();
  });

  test('hands a dropped text on, opens the browser’s own picker by its button, and rests while disabled', async () => {
    const [onFiles, onText] = [vi.fn(), vi.fn()];
    const place = await draw(<FilePicker {...common} onFiles={onFiles} onText={onText} />);
    const zone = place.querySelector('section')!;
    const input = place.querySelector('input')!;
    const opened = vi.spyOn(input, 'click').mockImplementation(() => {});
    await does(() => zone.dispatchEvent(carry('drop', 'dataTransfer', [], '阿莫西林 10盒')));
    expect(onText).toHaveBeenCalledExactlyOnceWith('阿莫西林 10盒');
    await press(named(place, '选择文件'));
    expect(opened).toHaveBeenCalledOnce();
    expect([input.accept, input.multiple]).toEqual(['.pdf,.jpg', true]);
    const button = named<HTMLButtonElement>(place, '选择文件');
    button.focus();
    await draw(<FilePicker {...common} onFiles={onFiles} isDisabled />, place);
    await does(() => zone.dispatchEvent(carry('drop', 'dataTransfer', [file('a.pdf')])));
    await press(button);
    expect(onFiles).not.toHaveBeenCalled();
    expect(opened).toHaveBeenCalledOnce();
    // Who pressed it goes on from there when the file is sent.
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.activeElement).toBe(button);
  });
});

describe('sending', () => {
  interface OnItsWay {
    name: string;
    signal: AbortSignal;
    onProgress: (fraction: number) => void;
    resolve: () => void;
    reject: (error: unknown) => void;
  }
  const asked: OnItsWay[] = [];
  const send: SendFile = ({ name }, options) =>
    new Promise<void>((resolve, reject) => {
      asked.push({ name, ...options, resolve, reject });
      options.signal.addEventListener('abort', () => reject(options.signal.reason));
    });

  let add: (files: readonly File[]) => void = () => {};
  function Sender() {
    const uploads = useUploads(send);
    add = uploads.add;
    return (
      <>
        <UploadList uploads={uploads} label="资质文件" />
        <output>{uploads.isBusy ? '上传中' : '空闲'}</output>
      </>
    );
  }
  afterEach(() => {
    asked.length = 0;
  });
  const rows = (place: ParentNode) => [...place.querySelectorAll('li')].map((row) => row.textContent);
  const busy = (place: ParentNode) => place.querySelector('output')?.textContent;

  test('one after the other, with how far it is; a failure stops no other and can be tried again', async () => {
    const place = await draw(<Sender />);
    await does(() => add([file('a.pdf'), file('b.pdf')]));
    expect(asked.map(({ name }) => name)).toEqual(['a.pdf']);
    await does(() => asked[0]!.onProgress(0.4));
    expect(place.querySelector('progress')?.getAttribute('value')).toBe('0.4');
    await does(() => asked[0]!.reject(new AppError(422, '', { errors: { file: ['不是完好的PDF'] } })));
    expect(asked.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
    await does(() => asked[1]!.resolve());
    expect(rows(place)).toEqual(['a.pdf1 KB不是完好的PDF重试', 'b.pdf1 KB已上传']);
    expect(busy(place)).toBe('空闲');
    await press(named(place, '重新上传a.pdf'));
    expect([asked.length, busy(place)]).toEqual([3, '上传中']);
    await does(() => asked[2]!.resolve());
    expect(rows(place)[0]).toBe('a.pdf1 KB已上传');
  });

  test('what is removed is cut off, and the next is sent', async () => {
    const place = await draw(<Sender />);
    await does(() => add([file('a.pdf'), file('b.pdf'), file('c.pdf')]));
    await press(named(place, '移除b.pdf'));
    await press(named(place, '移除a.pdf'));
    expect(asked[0]!.signal.aborted).toBe(true);
    expect(asked.map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
    await does(() => asked[1]!.reject(new TypeError('fetch failed')));
    expect(rows(place)).toEqual(['c.pdf1 KB网络不通，请重试重试']);
  });

  test('a page that goes cuts off what is on its way and begins nothing', async () => {
    await draw(<Sender />);
    await does(() => add([file('a.pdf'), file('b.pdf')]));
    await clearDocument();
    expect(asked.map(({ name, signal }) => [name, signal.aborted])).toEqual([['a.pdf', true]]);
  });
});
