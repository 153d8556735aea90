/** The connection to 诺诺: one address for every method, signed bytes, an answer of code, describe and result. */
import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { currentTime } from '../../core/process/clock.ts';
import { NoAnswer } from '../payments/port.ts';
import { signNuonuo } from './nuonuo-sign.ts';
import type { TokenSource } from './nuonuo-tokens.ts';
import { answerWithin, type PortSeller } from './port.ts';

export interface NuonuoKeys {
  /** The provider's key of the port, which names it in errors: nuonuo or demo. */
  provider: string;
  key: string;
  secret: string;
  tokens: TokenSource;
  endpoint: string;
}

export const nuonuoCodes = {
  done: 'E0000',
  /** The serial was taken before: what became of it is asked for. */
  duplicate: 'E9106',
  unknown: 'E9500',
  /** 20 tries a day for one serial. */
  tooOften: 'E9613',
  /** The gateway does not know the access token: it has ended, or is another application's. */
  wrongToken: '070301',
} as const;

const answer = z.object({
  code: z.coerce.string(),
  describe: z.string().nullish(),
  result: z.unknown(),
});

/** An answer of the service behind the gateway. */
export interface NuonuoAnswer {
  code: string;
  text: string;
  result: unknown;
}

/** Codes of the gateway (digits alone) are about keys and quotas, not about an invoice: no service saw the request. */
const isOfGateway = (code: string) => /^0[2-7]\d*$/.test(code);

/**
 * Calls a method for a seller. A token that the gateway refuses is renewed once, and the call is made again. Throws
 * `NoAnswer` where there is no answer, `PortRefusal` where no token could be had, and Error for a code of the gateway: in
 * each case the same request may be sent again.
 */
export async function callNuonuo(
  keys: NuonuoKeys,
  seller: Pick<PortSeller, 'merchantId' | 'taxNo'>,
  method: string,
  values: object,
): Promise<NuonuoAnswer> {
  const token = await keys.tokens.find(seller);
  const body = JSON.stringify(values);
  let said = await sendSigned(keys, { token, taxNo: seller.taxNo, method, body });
  if (said.code === nuonuoCodes.wrongToken) {
    const other = await keys.tokens.renew(seller, token);
    if (other !== null) said = await sendSigned(keys, { token: other, taxNo: seller.taxNo, method, body });
  }
  const { code, describe, result } = said;
  if (isOfGateway(code)) throw new Error(`${keys.provider}: ${method} ${code} ${describe ?? ''}`);
  return { code, text: describe ?? '', result };
}

interface Sent {
  token: string;
  taxNo: string;
  method: string;
  body: string;
}

function sendSigned(keys: NuonuoKeys, { token, taxNo, method, body }: Sent): Promise<z.infer<typeof answer>> {
  const signed = {
    key: keys.key,
    senid: randomUUID().replaceAll('-', ''),
    nonce: String(randomInt(10_000_000, 99_999_999)),
    timestamp: String(Math.floor(currentTime().getTime() / 1000)),
    body,
  };
  const { senid, nonce, timestamp } = signed;
  return send(
    keys,
    `${keys.endpoint}?${new URLSearchParams({ senid, nonce, timestamp, appkey: keys.key })}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'X-Nuonuo-Sign': signNuonuo(keys.secret, signed),
        accessToken: token,
        userTax: taxNo,
        method: `nuonuo.OpeMplatform.${method}`,
      },
      body,
    },
  );
}

async function send(keys: NuonuoKeys, address: string, init: RequestInit): Promise<z.infer<typeof answer>> {
  try {
    const response = await fetch(address, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithin),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return answer.parse(await response.json());
  } catch (error) {
    throw new NoAnswer({ key: keys.provider }, error);
  }
}

/** The largest file of an invoice, bytes. */
const largestFile = 20 * 1024 * 1024;

/** Fetches a file that an answer names; null where it is missing. Addresses outside of http(s) are not followed. */
export async function fetchNuonuoFile(keys: NuonuoKeys, address: string): Promise<Uint8Array | null> {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) return null;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerWithin * 3) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`status ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength > largestFile) throw new Error(`a file of ${bytes.byteLength} bytes`);
    return bytes;
  } catch (error) {
    throw new NoAnswer({ key: keys.provider }, error);
  }
}
