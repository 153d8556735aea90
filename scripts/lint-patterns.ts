/**
 * `npm run lint:patterns`: no regular expression of src/ takes more than linear time for any text. recheck checks each
 * literal once; the results are stored next to the other caches, by pattern.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { check, type Diagnostics } from 'recheck';
import ts from 'typescript';

const cacheFile = path.join('.astro', 'patterns.json');

export interface Pattern {
  file: string;
  line: number;
  source: string;
  flags: string;
}

/** A composed pattern: it is checked when a constant of its module exports it. */
export interface Unseen {
  file: string;
  line: number;
  text: string;
  /** The constant with it, if any. */
  name: string | undefined;
}

/** The TypeScript of a file: all of it, or the front matter of an Astro page. */
function codeOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  return text.startsWith('---') ? text.slice(3, Math.max(3, text.indexOf('\n---', 3))) : '';
}

/** Every regular expression literal of a file: `/…/` and `new RegExp('…')`; others are composed. */
export function patternsIn(file: string, code = codeOf(file)): { patterns: Pattern[]; unseen: Unseen[] } {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  const patterns: Pattern[] = [];
  const unseen: Unseen[] = [];
  function visit(node: ts.Node): void {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText(tree) === 'RegExp'
    ) {
      const [first, second] = node.arguments ?? [];
      const flags = second && ts.isStringLiteralLike(second) ? second.text : second ? undefined : '';
      if (first && ts.isStringLiteralLike(first) && flags !== undefined)
        patterns.push({ file, line, source: first.text, flags });
      else {
        const { parent } = node;
        const name = ts.isVariableDeclaration(parent) ? parent.name.getText(tree) : undefined;
        unseen.push({ file, line, text: node.getText(tree).replace(/\s+/g, ' '), name });
      }
    }
    ts.forEachChild(node, visit);
  }
  visit(tree);
  return { patterns, unseen };
}

/** Imports a composed and exported pattern from its module; undefined when it is not exported. */
async function look({ file, line, name }: Unseen): Promise<Pattern | undefined> {
  if (name === undefined) return undefined;
  const exported: Record<string, unknown> = await import(path.resolve(file));
  const found = exported[name];
  return found instanceof RegExp ? { file, line, source: found.source, flags: found.flags } : undefined;
}

type Verdict = Pick<Diagnostics, 'status'> & { why: string };

/** `(a|b)+` within a pattern without an end is still linear; undecided patterns count as wrong. */
async function judge({ source, flags }: Pattern): Promise<Verdict> {
  const found = await check(source, flags, { timeout: 20_000, recallTimeout: -1000 });
  if (found.status === 'safe') return { status: 'safe', why: '' };
  if (found.status === 'unknown') return { status: 'unknown', why: found.error.kind };
  return { status: 'vulnerable', why: `${found.complexity.summary}, e.g. ${found.attack.pattern}` };
}

function keyOf({ source, flags }: Pattern): string {
  return createHash('sha256').update(`4.5.0 ${flags} ${source}`).digest('base64url').slice(0, 20);
}

function readCache(): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(cacheFile, 'utf8'));
  } catch {
    return {};
  }
}

/** The verdicts of all patterns, a few at a time. */
async function judgeAll(patterns: readonly Pattern[]): Promise<Record<string, Verdict>> {
  const verdicts = readCache();
  const open = [...new Map(patterns.map((one) => [keyOf(one), one]))].filter(([key]) => !verdicts[key]);
  await Promise.all(
    Array.from({ length: os.availableParallelism() }, async () => {
      for (let next = open.shift(); next; next = open.shift()) verdicts[next[0]] = await judge(next[1]);
    }),
  );
  const used = new Set(patterns.map(keyOf));
  const remaining = Object.fromEntries(Object.entries(verdicts).filter(([key]) => used.has(key)));
  mkdirSync(path.dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify(remaining));
  return verdicts;
}

async function main(): Promise<number> {
  const files = globSync('src/**/*.{ts,tsx,astro}').sort();
  const found = files.map((file) => patternsIn(file));
  const madeUp = found.flatMap((one) => one.unseen);
  const seen = await Promise.all(madeUp.map(look));
  const patterns = [...found.flatMap((one) => one.patterns), ...seen.filter((one) => one !== undefined)];
  const verdicts = await judgeAll(patterns);
  const wrong = patterns.filter((one) => verdicts[keyOf(one)]?.status !== 'safe');
  for (const one of wrong) {
    const verdict = verdicts[keyOf(one)];
    console.error(
      `${one.file}:${one.line} /${one.source}/${one.flags} is ${verdict?.status}: ${verdict?.why}`,
    );
  }
  const unseen = madeUp.filter((_, at) => seen[at] === undefined);
  for (const one of unseen)
    console.error(
      `${one.file}:${one.line} ${one.text} cannot be checked: write a literal, or export it as a constant`,
    );
  console.log(`${patterns.length} patterns, ${wrong.length + unseen.length} wrong`);
  return wrong.length + unseen.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main();
