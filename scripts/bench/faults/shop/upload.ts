/** A file handed in as a browser does it. */
import type { Timed } from '../../client.ts';

/** Posts one file as multipart form data; any status counts as a response. */
export async function upload(
  origin: string,
  path: string,
  cookie: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Timed> {
  const form = new FormData();
  form.set('file', new File([bytes], name));
  const begin = performance.now();
  const answer = await fetch(new URL(path, origin), {
    method: 'POST',
    body: form,
    headers: { cookie, origin },
  });
  const body = Buffer.from(await answer.arrayBuffer());
  const headers = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body, ms: performance.now() - begin };
}
