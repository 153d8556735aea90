import { api } from '#lib/contract/api.ts';
import { type Sent, sentOf } from '#lib/contract/call.ts';

const TABLE = '#lib/contract/api.ts';
const calls: Readonly<Record<string, Sent>> = api;

/** A node of ESTree, as far as it is read here. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  computed?: boolean;
  source?: { value: unknown };
  specifiers?: readonly { local: { name: string } }[];
  object?: Node;
  property?: Node;
}

/** Every node below a node, from the top down. */
function* below(node: Node): Generator<Node> {
  yield node;
  for (const part of Object.values(node).flat()) {
    if (part !== null && typeof part === 'object' && 'type' in part) yield* below(part);
  }
}

/**
 * The text of a module with each `api.name` made what a browser needs of that call, and without the table.
 * @param program What the text parses to, its types gone already.
 * @throws Error where the table is used in another way than by the name of one of its calls.
 */
export function inlineCalls(code: string, program: Node): string {
  const nodes = [...below(program)];
  const table = nodes.find(({ type, source }) => type === 'ImportDeclaration' && source?.value === TABLE);
  const local = table?.specifiers?.[0]?.local.name;
  if (!table || local === undefined) return code;
  const uses = nodes.filter(({ type, name }) => type === 'Identifier' && name === local);
  const members = nodes.filter(
    ({ type, computed, object }) => type === 'MemberExpression' && !computed && object?.name === local,
  );
  const edits = members.map(({ start, end, property }) => {
    const call = calls[property?.name ?? ''];
    if (!call) throw new Error(`There is no call ${property?.name}`);
    return { start, end, text: `(${JSON.stringify(sentOf(call))})` };
  });
  // In the import the name is both the imported and the local one.
  const named = uses.filter(({ start }) => start < table.start || start > table.end);
  if (named.length !== edits.length) throw new Error('Calls are named one at a time: api.name');
  edits.push({ start: table.start, end: table.end, text: '' });
  edits.sort((one, other) => other.start - one.start);
  return edits.reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

/**
 * A page loads only the calls that it makes: in the browser's build each `api.name` becomes the method and path of that
 * call, so that no page contains the table, with its desks, roles and costs.
 */
export const callsPlugin = {
  name: 'calls',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }: { name: string }) => name === 'client',
  transform: {
    filter: { code: TABLE },
    handler(this: { parse(code: string): Node }, code: string) {
      return { code: inlineCalls(code, this.parse(code)), map: null };
    },
  },
} as const;
