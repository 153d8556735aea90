/**
 * The shop's connection to the 模拟收银台: signed requests over HTTP, responses verified over their bytes. It has a timeout,
 * and throws where there is no response that the counter signed.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { ownAddress } from '../../core/process/site-address.ts';
import { type Asking, gatewayPath, type Question } from './counter-words.ts';
import { isSignedAnswer, signatureHeader, signBody } from './signature.ts';

/** Our merchant number at the counter. */
export const sandboxMerchant = 'YAOPI-DEMO';

/** Timeout of a response, ms. */
const answerWithin = 8_000;

/** Sends a request; when this throws, the outcome is unknown. */
export async function askCounter<T>(asking: Asking, schema: z.ZodType<T>): Promise<T> {
  const question: Question = { merchant: sandboxMerchant, nonce: randomUUID(), ...asking };
  const raw = Buffer.from(JSON.stringify(question));
  const signature = signBody(raw);
  const answer = await fetch(ownAddress() + gatewayPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signature },
    body: raw,
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithin),
  });
  const said = new Uint8Array(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${asking.act}`);
  if (!isSignedAnswer(said, signature, answer.headers.get(signatureHeader)))
    throw new Error('the answer of the sandbox is not its own');
  return schema.parse(JSON.parse(Buffer.from(said).toString()));
}
