/**
 * 诺诺's addresses of authorisation: the page on which a merchant agrees, and the token address, which takes a form and
 * answers JSON. An application of one's own (自用型) has its token by key and secret; one for others (第三方) by the code of a
 * merchant that agreed, later by the refresh token of the answer before.
 */
import { z } from 'zod';
import { NoAnswer } from '../payments/port.ts';
import { PortRefusal } from './port.ts';

export interface NuonuoApp {
  key: string;
  secret: string;
  /** Origin of both addresses. */
  oauthUrl: string;
}

/** How a token is asked for. The address to which the browser was sent back is part of the second question. */
export type TokenGrant =
  | { by: 'own' }
  | { by: 'code'; code: string; taxNo: string; redirect: string }
  | { by: 'refresh'; refreshToken: string; userId: string };

export interface FetchedToken {
  accessToken: string;
  /** Null, empty: of an application of one's own. */
  refreshToken: string | null;
  userId: string;
  /** Life in ms; null: it does not end. */
  life: number | null;
}

/** Timeout of the token address, ms; a claim of the row outlasts it. */
const answerWithin = 4_000;

const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => String(given ?? ''));
const answer = z.object({
  access_token: text,
  refresh_token: text,
  userId: text,
  /** Seconds. */
  expires_in: text,
  error: text,
  error_description: text,
});

function formOf({ key, secret }: NuonuoApp, grant: TokenGrant): Record<string, string> {
  if (grant.by === 'own') return { client_id: key, client_secret: secret, grant_type: 'client_credentials' };
  if (grant.by === 'refresh')
    return {
      // The user who agreed stands for the application here.
      client_id: grant.userId,
      client_secret: secret,
      refresh_token: grant.refreshToken,
      grant_type: 'refresh_token',
    };
  return {
    client_id: key,
    client_secret: secret,
    code: grant.code,
    taxNum: grant.taxNo,
    redirect_uri: grant.redirect,
    grant_type: 'authorization_code',
  };
}

/** Fetches a token. Throws `NoAnswer` without an answer, `PortRefusal` with their code. */
export async function fetchToken(app: NuonuoApp, grant: TokenGrant): Promise<FetchedToken> {
  const said = await send(app, formOf(app, grant));
  if (said.access_token === '') throw new PortRefusal(said.error, said.error_description || said.error);
  const seconds = Number(said.expires_in);
  return {
    accessToken: said.access_token,
    refreshToken: said.refresh_token === '' ? null : said.refresh_token,
    userId: said.userId,
    life: seconds > 0 ? seconds * 1000 : null,
  };
}

async function send(app: NuonuoApp, form: Record<string, string>): Promise<z.infer<typeof answer>> {
  try {
    const response = await fetch(`${app.oauthUrl}/accessToken`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
      body: new URLSearchParams(form).toString(),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithin),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return answer.parse(await response.json());
  } catch (error) {
    throw new NoAnswer({ key: 'nuonuo' }, error);
  }
}

/** The page on which a merchant agrees; it sends the browser to `redirect` with `code`, `taxnum` and `state`. */
export function agreePage({ key, oauthUrl }: NuonuoApp, redirect: string, state: string): string {
  const query = { appKey: key, response_type: 'code', redirect_uri: redirect, state };
  return `${oauthUrl}/authorize?${new URLSearchParams(query)}`;
}
