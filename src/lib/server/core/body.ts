/** Reading what a request brings: path, query, form (brackets), JSON. Rules 8, "Form bodies". */
import qs from 'qs';
import { AppError } from '#lib/contract/errors.ts';
import type { AskedCall } from './asked-call.ts';
import { readMultipart } from './multipart.ts';

/** Values in one form; 500 lines of four fields fit, one more is refused and never cut. */
const maxValues = 2_500;

type Values = Record<string, unknown>;

/**
 * The input of a call as one object; path values win over the body's, the body's over the query's.
 * Throws 400 for a broken body, 408, 413, 429 and 503 for one that the server does not take, 422 for a NUL, half a sign or too many values.
 */
export async function readInput({ request, params, url }: AskedCall): Promise<Values> {
  const input = { ...parseForm(url.search.slice(1)), ...(await readBody(request)), ...params };
  refuseNul(input);
  return input;
}

async function readBody(request: AskedCall['request']): Promise<Values> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data'))
    return readMultipart(request).catch(refuseBody('上传的表单格式有误'));
  const text = await request.text().catch(refuseBody('提交的内容没有传完'));
  if (text === '') return {};
  if (type.includes('json')) return parseJson(text);
  return parseForm(text);
}

/** The bytes of a request as they came, for a caller that verifies a signature over them. Throws like {@link readInput}. */
export async function readRaw(request: Request): Promise<Uint8Array> {
  return new Uint8Array(await request.arrayBuffer().catch(refuseBody('提交的内容没有传完')));
}

function parseForm(text: string): Values {
  if (text === '') return {};
  try {
    const values = qs.parse(text, {
      parameterLimit: maxValues,
      arrayLimit: maxValues,
      depth: 5,
      allowSparse: true,
      throwOnLimitExceeded: true,
    });
    return settleFields(values);
  } catch {
    throw new AppError(422, `一次提交的内容过多，最多${maxValues}项`);
  }
}

/**
 * `lines[0]`, `lines[2]` are a list with a gap; `gifts[51]` is a name that happens to be a number: keys that do not
 * begin at 0 stay.
 */
function settleArrays(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length > 0 && !(0 in value)) return settleArrays({ ...value });
    return value.filter(() => true).map(settleArrays);
  }
  if (typeof value !== 'object' || value === null) return value;
  return settleFields(value);
}

function settleFields(fields: object): Values {
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, settleArrays(part)]));
}

function parseJson(text: string): Values {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError(400, '请求内容不是有效的JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AppError(400, '请求内容须为JSON对象');
  }
  return { ...value };
}

/** The server's refusal of a body (too large, too slow, too many) as ours; anything else is a broken body. */
function refuseBody(broken: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError) throw error;
    throw new AppError(400, broken);
  };
}

/** PostgreSQL stores neither a NUL nor half a surrogate pair, which JSON can spell; nobody types one. */
function refuseNul(value: unknown, depth = 0): void {
  if (depth > 20) throw new AppError(422, '提交的内容层级过深');
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw new AppError(422, '内容含有不允许的字符');
    return;
  }
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, part] of Object.entries(value)) {
    refuseNul(key);
    refuseNul(part, depth + 1);
  }
}
