import { fieldOf } from '#lib/rules/terms/field-of.ts';

/** The error catalogue (rules 16, rules 8): each code's HTTP status and Chinese sentence, once for both sides. */
export const errorCatalogue = {
  400: { status: 400, message: '请求格式有误，请检查后再试' },
  401: { status: 401, message: '请先登录' },
  10001: { status: 401, message: '登录已失效，请重新登录' },
  403: { status: 403, message: '您没有权限进行此操作' },
  404: { status: 404, message: '内容不存在或已被删除' },
  405: { status: 405, message: '不支持的请求方式' },
  408: { status: 408, message: '提交超时，请检查网络后再试' },
  409: { status: 409, message: '内容已发生变化，请核对后再试' },
  411: { status: 411, message: '该商品暂不能加入购物车' },
  413: { status: 413, message: '提交的内容过大' },
  422: { status: 422, message: '填写的内容有误' },
  429: { status: 429, message: '操作过于频繁，请稍候再试' },
  459: { status: 459, message: '请先签署电子合同' },
  500: { status: 500, message: '系统繁忙，请稍候再试' },
  503: { status: 503, message: '系统繁忙，请稍候再试' },
} as const satisfies Record<number, { status: number; message: string }>;

/** The message (403) for people of a frozen company where they may only view. */
export const frozenRefusal = '企业账号已冻结，目前只能查看订单和消息，请联系客服';
/** The same for who acts for a store of a frozen company. */
export const frozenHeadRefusal =
  '总部账号已冻结，不能以门店名义下单和办理业务，目前只能查看订单和消息，请联系客服';

/** A path that no call has (404), and one of a desk to those who are not of its staff. */
export const noCall = '接口不存在';

/** A 403 for an act of staff whose last proof is too old: the desk asks for another and sends the act again. */
export function proofNeeded(): AppError {
  return new AppError(403, '请再次验证身份后继续', { need: 'proof' });
}

/** True for {@link proofNeeded}, as it comes over the wire. */
export function needsProof(error: unknown): boolean {
  return error instanceof AppError && error.code === 403 && fieldOf(error.data, 'need') === 'proof';
}

export type ErrorCode = keyof typeof errorCatalogue;

function rowOf(code: number): { status: number; message: string } | undefined {
  const rows: Partial<Record<number, { status: number; message: string }>> = errorCatalogue;
  return rows[code];
}

const successCodes: ReadonlySet<number> = new Set([200, 201, 10000]);

/** Codes 10000, 200 and 201 are success (rules 16). */
export function isSuccess(code: number): boolean {
  return successCodes.has(code);
}

/** Every JSON response of the product. `data` is null where there is none. */
export interface Envelope<T> {
  code: number;
  message: string;
  data: T;
}

/** First message of each wrong field, in the order of the form: the client shows the first. */
export type FieldErrors = Record<string, string[]>;

/**
 * Thrown by services, and the rejection of the client. `data` has the input of the reaction: `{errors}` for 422, the
 * new quote for 409, `{retry_after}` seconds for 429.
 */
export class AppError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: ErrorCode | (number & {}), message?: string, data: unknown = null) {
    super(message ?? rowOf(code)?.message ?? errorCatalogue[500].message);
    this.name = 'AppError';
    this.code = code;
    this.data = data;
  }
}

/** A 422 for one field; the sentence is what the buyer reads. */
export function fieldError(field: string, message: string): AppError {
  return new AppError(422, message, { errors: { [field]: [message] } satisfies FieldErrors });
}

/** HTTP status of a code: the code itself where it is a status, else the catalogue's. */
export function statusOf(code: number): number {
  if (isSuccess(code)) return code === 201 ? 201 : 200;
  return rowOf(code)?.status ?? (code >= 400 && code < 600 ? code : 500);
}

/** First message of the first field with an error, if `data` has field errors (rules 13). */
export function firstFieldMessage(data: unknown): string | undefined {
  const errors = fieldOf(data, 'errors');
  if (typeof errors !== 'object' || errors === null) return undefined;
  const first = Object.values(errors)[0];
  return Array.isArray(first) && typeof first[0] === 'string' ? first[0] : undefined;
}

/** The first message of each field with an error, to show next to it; empty when `data` has none. */
export function firstMessages(data: unknown): Record<string, string> {
  const errors = fieldOf(data, 'errors');
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, messages]: [string, unknown]) =>
      Array.isArray(messages) && typeof messages[0] === 'string' ? [[field, messages[0]]] : [],
    ),
  );
}
