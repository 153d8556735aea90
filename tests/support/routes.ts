/** Answers of calls by their row, for tests that go past the server around them. */
import type { Call } from '#lib/contract/call.ts';
import type { AnswerCall } from '#lib/server/core/calls/endpoint.ts';
import { nouns } from '#lib/server/router/nouns.ts';

/** What answers a call of the table. Its module is loaded when the call is first made. */
export function routeOf(call: Call): AnswerCall {
  for (const { calls, load } of nouns) {
    const [name] = Object.entries(calls).find(([, row]) => row === call) ?? [];
    if (name === undefined) continue;
    return async (asked) => {
      const answer = (await load()).get(name);
      if (answer === undefined) throw new Error(`${call.method} ${call.path} has a route file of its own`);
      return answer(asked);
    };
  }
  throw new Error(`${call.method} ${call.path} is not in the table`);
}
