/**
 * What a log may contain of an error: its kind, its message without values, its location. Errors carry user input: a
 * failed query its parameters, the database's message the row, a parser the text that it could not read.
 */
import { fieldOf } from '#lib/rules/terms/field-of.ts';

export interface ErrorFacts {
  type: string;
  message: string;
  /** Frames of our code and of libraries, without the message before them. */
  stack: string;
  code?: string;
  table?: string;
  column?: string;
  constraint?: string;
  routine?: string;
  cause?: ErrorFacts;
}

/** Names of database and system objects; they contain no values. */
const factNames = ['code', 'table', 'column', 'constraint', 'routine'] as const;

const mostCauses = 5;
const longestQuery = 500;

/** Facts of any thrown value, with those of its causes. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error', stack: '' };
  const facts: ErrorFacts = {
    type: error.name,
    message: sentenceOf(error),
    stack: framesOf(afterMessage(error)),
  };
  for (const key of factNames) {
    const value = fieldOf(error, key);
    if (typeof value === 'string') facts[key] = value;
  }
  if (error.cause !== undefined && depth < mostCauses) facts.cause = errorFacts(error.cause, depth + 1);
  return facts;
}

/** The full report of an error as text, as libraries pass it to a logger, without values. */
export function withoutValues(text: string): string {
  const [first = ''] = text.split('\n', 1);
  const sentence = first.includes('Failed query') ? first.slice(0, longestQuery) : withoutQuoted(first);
  const frames = framesOf(text);
  return masked(frames === '' ? sentence : `${sentence}\n${frames}`);
}

/** Masks phone numbers anywhere in the text. */
export function masked(text: string): string {
  return text.replace(/(?<![\d.])1[3-9]\d{9}(?!\d)/g, '1**********');
}

function sentenceOf(error: Error): string {
  const query = fieldOf(error, 'query');
  const code = codeOf(error);
  // Parameters follow the query in the message, and are in a field of their own.
  if (typeof query === 'string' && 'params' in error) return `Failed query: ${query.slice(0, longestQuery)}`;
  if (error.message.startsWith('Failed query')) return 'Failed query';
  const isData = code !== undefined && /^22[0-9A-Z]{3}$/.test(code);
  // Data exceptions of the database and text parsers repeat their input.
  return masked(isData || error instanceof SyntaxError ? withoutQuoted(error.message) : error.message);
}

function withoutQuoted(text: string): string {
  const from = text.search(/["'“]/);
  const to = Math.max(...['"', "'", '”'].map((quote) => text.lastIndexOf(quote)));
  const rest = from >= 0 && to > from ? `${text.slice(0, from)}[隐]${text.slice(to + 1)}` : text;
  // The text after the last colon of the last line is a value, unless it is masked already.
  const at = rest.indexOf(': ', Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('[')) + 1);
  return at < 0 ? rest : `${rest.slice(0, at)}: [隐]`;
}

/** The stack begins with the message, which may contain lines that look like frames. */
function afterMessage({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  return at < 0 ? stack : stack.slice(at + message.length);
}

/** Lines that are exactly a frame: a text of several lines may contain anything. */
function framesOf(stack: string): string {
  const frame =
    /^ {4}at [\w$.<>[\] #]{0,200}?\(?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^\s()]{1,300}:\d{1,6}:\d{1,6}\)?$/;
  return stack
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n');
}

/** The code of an error from the system, Node or the database: `ENOENT`, `57014`; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** True where the database refused a row because another one has the same unique value. */
export function isDuplicate(error: unknown): boolean {
  return [codeOf(error), codeOf(fieldOf(error, 'cause'))].includes('23505');
}
