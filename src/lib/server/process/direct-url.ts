import { env } from './env.ts';

/**
 * Where a connection stays one from its first statement to its last, for what belongs to a session: LISTEN, locks and
 * settings that outlive a transaction. A pooler in front of DATABASE_URL hands each transaction to another connection.
 */
export function directUrl(url: string): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL = url } = env();
  return url === DATABASE_URL ? DATABASE_DIRECT_URL : url;
}
