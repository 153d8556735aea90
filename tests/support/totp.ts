/** An authenticator of a test. */
import { base32 } from '@better-auth/utils/base32';
import { totpCode, totpStep } from '#lib/server/core/sessions/totp.ts';

/** What an authenticator reads from the text of a secret. */
export function secretOf(text: string): string {
  return Buffer.from(base32.decode(text.replaceAll(' ', ''))).toString();
}

/** The code that an authenticator shows now, or so many steps later: the next one is good already. */
export function codeNow(secret: string, later = 0): Promise<string> {
  return totpCode(secret, totpStep(new Date()) + later);
}
