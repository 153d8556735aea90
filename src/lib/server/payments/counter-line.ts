/**
 * The shop's line to the 模拟收银台: signed questions over HTTP, answers verified over their bytes. It ends by itself, and
 * throws where there is no answer that is the counter's own.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { ownAddress } from '../process/site-address.ts';
import { type Asking, gatewayPath, type Question } from './counter-words.ts';
import { isSignedAnswer, signatureHeader, signBody } from './signature.ts';

/** Our number at the counter. */
export const sandboxMerchant = 'YAOPI-DEMO';

/** How long an answer is waited for, ms. */
const answerWithin = 8_000;

/** Asks the counter; nobody knows whether the work was done when this throws. */
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
