import { env } from './env.ts';

/**
 * The URL of a connection that stays the same session, for LISTEN, locks and settings that outlive a transaction. A
 * pooler in DATABASE_URL gives each transaction another connection.
 */
export function directUrl(url: string): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL = url } = env();
  return url === DATABASE_URL ? DATABASE_DIRECT_URL : url;
}
