/** Answers of calls by their row, for tests that go past the server around them. */
import type { Call } from '#lib/contract/call.ts';
import type { AnswerCall } from '#lib/server/core/calls/endpoint.ts';
import { answerOf, findPlace } from '#lib/server/router/router.ts';

/** What answers a call of the table. Its module is loaded when the call is first made. */
export function routeOf({ method, path }: Call): AnswerCall {
  const row = findPlace(path)?.calls.get(method);
  if (row === undefined) throw new Error(`${method} ${path} is not in the table`);
  return async (asked) => {
    const answer = await answerOf(row);
    if (answer === undefined) throw new Error(`${method} ${path} has a route file of its own`);
    return answer(asked);
  };
}
