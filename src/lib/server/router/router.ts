/** From a method and a path to what answers: the table of calls is the only list of addresses. */
import type { Call } from '#lib/contract/call.ts';
import type { AnswerCall } from '../core/calls/endpoint.ts';
import type { Handlers } from '../core/calls/handlers.ts';
import { nouns } from './nouns.ts';

/** The calls of one path. */
interface Place {
  /** The parts of the path; null takes any text but an empty one. */
  parts: readonly (string | null)[];
  /** The names of the parameters, in the order of the path. */
  names: readonly string[];
  calls: Map<string, Row>;
}

interface Row {
  name: string;
  call: Call;
  load: () => Promise<Handlers>;
  answer?: AnswerCall | undefined;
}

export interface FoundPlace {
  calls: ReadonlyMap<string, Row>;
  params: Record<string, string>;
}

const places = new Map<string, Place>();
/** Places with parameters, those with a constant part further to the left first. */
const open: Place[] = [];

for (const { calls, load } of nouns) {
  for (const [name, call] of Object.entries(calls)) {
    const parts = call.path.split('/').map((part) => (part.startsWith('{') ? null : part));
    const key = parts.map((part) => part ?? '{}').join('/');
    let place = places.get(key);
    if (place === undefined) {
      place = {
        parts,
        names: [...call.path.matchAll(/\{(\w+)\}/g)].map(([, id = '']) => id),
        calls: new Map(),
      };
      places.set(key, place);
      if (place.names.length > 0) open.push(place);
    }
    place.calls.set(call.method, { name, call, load });
  }
}
open.sort((one, other) => rank(one).localeCompare(rank(other), 'en'));

/** A stream first: `/api/desk/{list}/export` has a file of its own, and is no `/api/desk/companies/{id}`. */
function rank({ parts, calls }: Place): string {
  const isStream = [...calls.values()].some(({ call }) => call.isStream);
  return [isStream ? 'a' : 'b', ...parts.map((part) => (part === null ? 'b' : 'a'))].join('');
}

function fits({ parts }: Place, asked: readonly string[]): boolean {
  return (
    parts.length === asked.length &&
    parts.every((part, index) => (part === null ? asked[index] !== '' : part === asked[index]))
  );
}

/**
 * The calls of a path; undefined where there are none.
 * @param asked The parts of the path, decoded where they were escaped.
 */
export function findPlace(path: string, asked: readonly string[] = path.split('/')): FoundPlace | undefined {
  const constant = places.get(path);
  if (constant !== undefined) return { calls: constant.calls, params: {} };
  const place = open.find((candidate) => fits(candidate, asked));
  if (place === undefined) return undefined;
  const values = asked.filter((_, index) => place.parts[index] === null);
  return {
    calls: place.calls,
    params: Object.fromEntries(place.names.map((name, index) => [name, values[index] ?? ''])),
  };
}

/** What answers a call; undefined for streams and notices, which have files of their own. */
export async function answerOf(row: Row): Promise<AnswerCall | undefined> {
  if (row.call.isStream || row.call.isSigned) return undefined;
  row.answer ??= (await row.load()).get(row.name);
  return row.answer;
}
