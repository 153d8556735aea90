/** For tests (CHECK_ANSWERS): the response of a call matches its schema exactly. */
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '#lib/contract/call.ts';
import { AppError } from '#lib/contract/errors.ts';
import { isPriced } from '#lib/contract/prices.ts';
import { jsonOf } from '../../fast/json-text.ts';

/**
 * Throws a 500 that names the call and the path of every field that is missing, of another type, or not in the schema.
 * A price may be left out: that is how it is hidden.
 */
export function checkAnswer(call: Pick<Call, 'method' | 'path' | 'output'>, answer: unknown): void {
  const schema = call.output;
  // The form on the wire: undefined fields are left out.
  const sent: unknown = JSON.parse(JSON.stringify(answer ?? null));
  // JSON assembled from cached texts is the same response.
  const written: unknown = JSON.parse(jsonOf(answer ?? null).toString());
  if (!isDeepStrictEqual(written, sent))
    throw new AppError(500, `the answer of ${call.method} ${call.path} is written as something else`);
  const result = schema.safeParse(sent);
  const wrong = result.success
    ? unknownIn(sent, result.data).map((path) => `${path} is in no schema`)
    : result.error.issues
        .filter(({ path }) => !(isPriced(schema, path) && isMissing(sent, path)))
        .map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (wrong.length > 0)
    throw new AppError(
      500,
      `the answer of ${call.method} ${call.path} breaks its schema: ${wrong.join('; ')}`,
    );
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return false;
    at = Reflect.get(at, step);
  }
  return at === undefined;
}

/** Paths of fields that a schema has dropped as unknown. */
function unknownIn(sent: unknown, known: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(sent).flatMap(([key, part]) =>
    key in known ? unknownIn(part, Reflect.get(known, key), `${path}${key}.`) : [`${path}${key}`],
  );
}
