/**
 * The token address of 诺诺's counterpart: a token for the company's own application (自用型), or for a merchant by a code
 * (第三方), which is renewed by its own user and its last refresh token. It counts fetches, and checks each part as they do.
 */

export interface NuonuoTokens {
  /** The type of the application: `own` is 自用型, `third` is 第三方. */
  kind: 'own' | 'third';
  /** What was asked for, by grant type, in order; refused ones too. */
  asked: string[];
  /** Fetches that are left of the 50 in 30 days. */
  left: number;
  /** `expires_in` of the next token, in seconds; empty: it never ends. */
  lifetime: string;
  /** What the next fetches meet. */
  trouble: 'none' | 'down' | 'silent';
  /** Answers of tokens wait until `letGo`. */
  hold(): void;
  letGo(): void;
  /** Until answers need not wait. */
  open: Promise<void>;
  /** The merchant agrees on their page: the code with which the browser comes back. */
  agree(taxNo: string): string;
  /** Ends every token, as a change of the secret does. */
  end(): void;
  /** Withdraws the grants of merchants: a refresh token is worth nothing. */
  withdraw(): void;
  /** The tax number that a token is good for; null for none. */
  taxNoOf(token: string): string | null;
  /** The answer to a form; null for none at all. */
  answer(contentType: string, form: URLSearchParams): object | null;
}

interface Keys {
  key: string;
  secret: string;
  taxNo: string;
}

const no = (error: string, description: string) => ({ error, error_description: description });

export function makeTokens({ key, secret, taxNo }: Keys): NuonuoTokens {
  let nth = 0;
  /** Tokens that are good, codes that were not used, refresh tokens with their user. */
  const good = new Map<string, string>();
  const codes = new Map<string, string>();
  const refreshes = new Map<string, { userId: string; taxNo: string }>();

  const ends = () => (tokens.lifetime === '' ? {} : { expires_in: tokens.lifetime });
  /** A new token puts the one before it out of use. */
  function issue(of: string): string {
    nth += 1;
    for (const [token, owner] of good) if (owner === of) good.delete(token);
    const token = `2d484e${String(nth).padStart(13, '0')}pdui`;
    good.set(token, of);
    return token;
  }

  function grant(of: string) {
    const access_token = issue(of);
    const userId = `8A0F455FEA70${of.slice(-6)}`;
    for (const [token, { taxNo: owner }] of refreshes) if (owner === of) refreshes.delete(token);
    const refresh_token = `f3b2242326645592${String(nth).padStart(16, '0')}`;
    refreshes.set(refresh_token, { userId, taxNo: of });
    const oauthUser = JSON.stringify({ userName: of, registerType: '1' });
    return { access_token, refresh_token, userId, oauthUser, ...ends() };
  }

  function byForm(form: URLSearchParams): object {
    const of = (name: string) => form.get(name) ?? '';
    const type = of('grant_type');
    if (of('client_secret') !== secret) return no('070305', 'Incorrect clientSecret');
    if (type === 'refresh_token') {
      const found = refreshes.get(of('refresh_token'));
      if (tokens.kind !== 'third') return no('070307', 'Incorrect appType');
      if (found === undefined || found.userId !== of('client_id'))
        return no('070309', 'Invalid refresh_token');
      return grant(found.taxNo);
    }
    if (of('client_id') !== key) return no('070304', 'Incorrect clientId');
    if (type === 'client_credentials')
      return tokens.kind === 'own'
        ? { access_token: issue(taxNo), ...ends() }
        : no('070307', 'Incorrect appType');
    if (type !== 'authorization_code' || tokens.kind !== 'third') return no('070307', 'Incorrect appType');
    const owner = codes.get(of('code'));
    codes.delete(of('code'));
    return owner === undefined || owner !== of('taxNum') || of('redirect_uri') === ''
      ? no('070308', 'Invalid code')
      : grant(owner);
  }

  const tokens: NuonuoTokens = {
    kind: 'own',
    asked: [],
    left: 50,
    lifetime: '86400',
    trouble: 'none',
    open: Promise.resolve(),
    letGo: () => undefined,
    hold() {
      const gate = Promise.withResolvers<void>();
      tokens.open = gate.promise;
      tokens.letGo = gate.resolve;
    },
    agree(of) {
      nth += 1;
      const code = `code${nth}`;
      codes.set(code, of);
      return code;
    },
    end: () => good.clear(),
    withdraw: () => refreshes.clear(),
    taxNoOf: (token) => good.get(token) ?? null,
    answer(contentType, form) {
      tokens.asked.push(form.get('grant_type') ?? '');
      if (tokens.trouble === 'silent') return null;
      if (!/^application\/x-www-form-urlencoded;\s*charset=utf-8$/i.test(contentType))
        return no('070315', 'Incorrect content-type');
      if (tokens.left <= 0) return no('070306', 'The number of calls is limited');
      tokens.left -= 1;
      return byForm(form);
    },
  };
  return tokens;
}
