/** The addresses in the store of files that rows of the database name. */
import pg from 'pg';
import { directUrl } from '../core/process/direct-url.ts';

/** As `addressOf`, `merchantFileAddress`, `pictureAddress`, `segmentAddress` and the films' addresses write them. */
const named = `
  SELECT digest || '-' || id AS address FROM stored_file WHERE removed_at IS NULL
  UNION SELECT 'm' || merchant_id || '-' || digest FROM merchant_file
  UNION SELECT 'picture-' || picture FROM product, unnest(pictures) AS picture
  UNION SELECT 'film-' || substr(video, 8) FROM product WHERE video LIKE '/video/%'
  UNION SELECT 'live-' || room_id FROM live_segment`;

const atOnce = 1_000;

/** Reads them a thousand at a time. */
export async function* namedFiles(url: string): AsyncGenerator<string> {
  const client = new pg.Client({ connectionString: directUrl(url), application_name: 'yaopi restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN READ ONLY');
    await client.query(`DECLARE named CURSOR FOR ${named}`);
    for (;;) {
      const { rows } = await client.query<{ address: string }>(`FETCH ${atOnce} FROM named`);
      if (rows.length === 0) return;
      for (const { address } of rows) yield address;
    }
  } finally {
    await client.end();
  }
}
