/** Forms with files, as browsers send them and as they should not. */
import { expect, test } from 'vitest';
import { readMultipart } from '#lib/server/core/multipart.ts';

const encode = (text: string) => new TextEncoder().encode(text);

/** A request whose body comes in the given pieces. */
function requestOf(pieces: readonly Uint8Array[], type: string, end: 'close' | 'error' = 'close'): Request {
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(piece);
      if (end === 'close') stream.close();
      else stream.error(Object.assign(new Error('太慢'), { bodyStatus: 408 }));
    },
  });
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
    duplex: 'half',
  } as RequestInit);
}

/** What a browser sends for a form. */
async function sent(form: FormData): Promise<{ bytes: Uint8Array; type: string }> {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return { bytes: await request.bytes(), type: request.headers.get('content-type') ?? '' };
}

function sample(): FormData {
  const form = new FormData();
  form.set('text', '阿莫西林 10盒');
  form.set('file', new File(['药品,数量\r\n--x\r\n'], '采购 清单.csv', { type: 'text/csv' }));
  return form;
}

for (const size of [1, 7, 100_000])
  test(`a form is read whole when it comes by ${size} bytes`, async () => {
    const { bytes, type } = await sent(sample());
    const pieces = Array.from({ length: Math.ceil(bytes.byteLength / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    const values = await readMultipart(requestOf(pieces, type));
    expect(values).toEqual({
      text: '阿莫西林 10盒',
      file: {
        name: '采购 清单.csv',
        type: 'text/csv',
        bytes: encode('药品,数量\r\n--x\r\n'),
      },
    });
  });

test('of a name that comes twice the last counts, and names of objects are names', async () => {
  const form = new FormData();
  form.append('a', '1');
  form.append('a', '2');
  form.append('__proto__', 'x');
  const { bytes, type } = await sent(form);
  const values = await readMultipart(requestOf([bytes], type));
  expect(Object.entries(values)).toEqual([
    ['a', '2'],
    ['__proto__', 'x'],
  ]);
});

test('a file of ten megabytes comes whole', async () => {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(10 * 1024 * 1024).fill(13)], 'a.csv'));
  const { bytes, type } = await sent(form);
  const { file } = await readMultipart(requestOf([bytes], type));
  expect(file).toMatchObject({ name: 'a.csv' });
  expect((file as { bytes: Uint8Array }).bytes.byteLength).toBe(10 * 1024 * 1024);
});

const boundary = 'multipart/form-data; boundary=b';
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
const filePart = '--b\r\nContent-Disposition: form-data; name="f"; filename="f.csv"\r\n\r\n1\r\n';

for (const [what, type, body] of [
  ['without a boundary', 'multipart/form-data', `${part}--b--\r\n`],
  ['that stops in a field', boundary, part],
  ['that stops in a file', boundary, filePart],
  ['that stops in a head', boundary, '--b\r\nContent-Disposition: form-data'],
  ['that is empty', boundary, ''],
  ['that is no form', boundary, 'hello'],
] as const)
  test(`a form ${what} is broken`, async () => {
    const request = requestOf(body === '' ? [] : [encode(body)], type);
    await expect(readMultipart(request)).rejects.toMatchObject({ code: 400, message: '上传的表单格式有误' });
  });

test('too many parts and too long a field are refused, not cut', async () => {
  const refused = { code: 422, message: '一次提交的内容过多，请分几次提交' };
  for (const body of [part.repeat(501), filePart.repeat(21), part.replace('1', 'x'.repeat(1024 * 1024 + 1))])
    await expect(readMultipart(requestOf([encode(`${body}--b--\r\n`)], boundary))).rejects.toMatchObject(
      refused,
    );
});

test('what stops a body on its way is told as it is', async () => {
  await expect(readMultipart(requestOf([encode(part)], boundary, 'error'))).rejects.toMatchObject({
    bodyStatus: 408,
  });
});

test('what comes behind the end is passed over', async () => {
  const request = requestOf([encode(`${part}--b--\r\n`), encode('more'), encode('more')], boundary);
  expect(await readMultipart(request)).toEqual({ a: '1' });
});
