/** Writes that may be sent twice and happen once (rules 5, Idempotency-Key). */
import { hash as digest } from 'node:crypto';
import { AppError, fieldError } from '#lib/contract/errors.ts';
import type { Tx } from '../db/client.ts';
import { findKey, keepAnswer, openOnce } from './idempotency-rows.ts';

interface Asked<Answer> {
  companyId: number;
  key: string;
  body: unknown;
  /** The response of `work`, where it is known before: it is written with the key. */
  ready?: Answer | undefined;
  /** Goods that `work` takes of: locked with the key. */
  goodsIds?: readonly number[];
}

/**
 * Runs `work` once per company and key, inside the caller's transaction: key, work and response are written together or
 * not at all. A repeat waits for the first one and gets its response; the same key with another body is refused with
 * 422. When `work` throws, the transaction removes the key too.
 */
export async function idempotent<Answer>(
  tx: Tx,
  { companyId, key, body, ready, goodsIds = [] }: Asked<Answer>,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const hash = digest('sha256', JSON.stringify(body), 'base64url');
  const answerText = ready === undefined ? null : JSON.stringify(ready);
  if (!(await openOnce(tx, { companyId, key, bodyHash: hash, answer: answerText, goodsIds }))) {
    const saved = await findKey(tx, companyId, key);
    if (saved?.bodyHash !== hash)
      throw fieldError('idempotency_key', '该请求标识已用于另一笔提交，请刷新页面后重新提交');
    if (saved.answer === null) throw new AppError(409, '相同的请求正在处理，请稍候再试');
    return JSON.parse(saved.answer) as Answer;
  }
  const answer = await work();
  if (answerText === null) await keepAnswer(tx, companyId, key, JSON.stringify(answer));
  return answer;
}
