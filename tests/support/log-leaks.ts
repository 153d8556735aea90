/** What must never stand in a log: secrets and people of a database, searched for in what a server wrote. */
import type pg from 'pg';
import { demoPassword } from '#demo/seed/known.ts';

export interface Secret {
  /** Where it comes from, for the message of a failed test. */
  what: string;
  value: string;
}

const sources: Record<string, string> = {
  'session token': 'select token from session',
  'password hash': 'select password from account where password is not null',
  'hash of a payment password': 'select hash from pay_password',
  'sealed secret': 'select totp_secret from staff where totp_secret is not null',
  'desk session': 'select token_hash from staff_session',
  'login name': 'select username from "user" where username is not null',
  'phone of a person': 'select phone_number from "user" where phone_number is not null',
  'name of a person': 'select name from "user"',
  'phone of an address': 'select phone from address',
  receiver: 'select receiver from address',
  'street of an address': 'select detail from address',
  'phone of a request': 'select phone from wanted',
  'phone of a feedback': 'select phone from feedback',
};

/** Everything of this kind that a database holds. */
export async function collectSecrets(pool: pg.Pool | pg.Client): Promise<Secret[]> {
  const found: Secret[] = [{ what: 'password', value: demoPassword }];
  for (const [what, query] of Object.entries(sources)) {
    const { rows } = await pool.query<string[]>({ text: query, rowMode: 'array' });
    for (const [value] of rows) if (value) found.push({ what, value });
  }
  return found;
}

/** Secrets that stand in the text, as words of their own, each with the line around it. */
export function findLeaks(text: string, secrets: readonly Secret[]): string[] {
  const kinds = new Map(secrets.map(({ what, value }) => [value, what]));
  const leaks = new Map<string, string>();
  // Long ones are searched for as they are; a name of a few letters counts where it stands alone.
  for (const [value, what] of kinds) {
    if (leaks.size > 20) break;
    const at = text.indexOf(value);
    if (at < 0 || (value.length < 12 && !standsAlone(text, value))) continue;
    leaks.set(value, `${what}: …${text.slice(Math.max(0, at - 80), at + value.length + 80)}…`);
  }
  return [...leaks.values()];
}

function standsAlone(text: string, value: string): boolean {
  const escaped = value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\w./-])${escaped}(?![\\w./-])`).test(text);
}
