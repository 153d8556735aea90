/** What a line, a status or a role is, is said in words; numbers of the wire stand in the contract (docs/glossary.md). */
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The code of a file: of an Astro component its front matter. */
function codeOf(file: string): string {
  const text = readFileSync(resolve(root, file), 'utf8');
  return file.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text;
}

const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root });

/** Every file is parsed once, which takes some seconds. */
const trees = new Map<string, ts.SourceFile>();

function parse(file: string, code: string): ts.SourceFile {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
}

beforeAll(() => {
  for (const file of files) trees.set(file, parse(file, codeOf(file)));
}, 120_000);

/** Looks at every node of a file, or of the code given in its place. */
function walk(file: string, look: (node: ts.Node) => void, code = ''): void {
  const visit = (node: ts.Node): void => {
    look(node);
    ts.forEachChild(node, visit);
  };
  visit(trees.get(file) ?? parse(file, code));
}

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** The last name of `line.type`, `order?.status`, `type`; empty for anything else. */
function nameOf(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node) ? nameOf(node.expression) : '';
}

const isWordly = (name: string) => /^(\w*(Kind|Type|Role|Otc)|kind|type|role|otc|orderStatus)$/.test(name);

/** Statuses of HTTP are numbers, and no row of ours has a name that is spelt like theirs. */
const isOwnStatus = (node: ts.Node) =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === 'status' &&
  /^(order|trade|payment|refund|company|coupon|line|one|row)$/.test(nameOf(node.expression));

function numbersBesideWords(file: string, code = ''): string[] {
  const found: string[] = [];
  const sendNotice = (node: ts.Node) => found.push(`${file}: ${node.getText().slice(0, 60)}`);
  walk(
    file,
    (node) => {
      if (ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)) {
        for (const [name, value] of [
          [node.left, node.right],
          [node.right, node.left],
        ] as const)
          if (ts.isNumericLiteral(value) && (isWordly(nameOf(name)) || isOwnStatus(name))) sendNotice(node);
      }
      if (
        (ts.isPropertyAssignment(node) ||
          ts.isVariableDeclaration(node) ||
          ts.isParameter(node) ||
          ts.isBindingElement(node)) &&
        node.initializer &&
        ts.isNumericLiteral(node.initializer) &&
        ts.isIdentifier(node.name) &&
        isWordly(node.name.text)
      )
        sendNotice(node);
    },
    code,
  );
  return found;
}

const hasChinese = (node: ts.Node) =>
  (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) && /\p{Script=Han}/u.test(node.text);

const textNames = /^(message|reason|text|label|tag|title|describe|number_label|status_text)$/;

/** `x.message.includes('限购')`, `tag.name === '满'`. */
function decisionsByText(file: string, code = ''): string[] {
  const found: string[] = [];
  walk(
    file,
    (node) => {
      if (
        ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        /^(includes|startsWith|endsWith)$/.test(node.expression.name.text) &&
        node.arguments.some(hasChinese) &&
        textNames.test(nameOf(node.expression.expression))
      )
        found.push(`${file}: ${node.getText().slice(0, 60)}`);
      if (!ts.isBinaryExpression(node) || !comparisons.has(node.operatorToken.kind)) return;
      for (const [name, value] of [
        [node.left, node.right],
        [node.right, node.left],
      ] as const) {
        const isTagName =
          ts.isPropertyAccessExpression(name) &&
          name.name.text === 'name' &&
          /^(tag|label)$/.test(nameOf(name.expression));
        if (hasChinese(value) && (isTagName || textNames.test(nameOf(name))))
          found.push(`${file}: ${node.getText().slice(0, 60)}`);
      }
    },
    code,
  );
  return found;
}

/** Rules, the contract, and the demo's own drawing of lots know numbers; a reason stands beside each other one. */
const withNumbers = [/^src\/lib\/(rules|contract)\//, /^src\/demo\//];
const withTexts: RegExp[] = [
  // How a form's own field is called decides how its sentence reads.
  /^src\/lib\/contract\/fields\.ts$/,
  // The label of a link to the page before or after, given as text by the page itself.
  /^src\/layouts\/Article\.astro$/,
  // The row that tells what the goods are for is set larger: the drawing's own list of rows.
  /^src\/lib\/server\/engines\/pictures\//,
];

describe('words, not numbers', () => {
  it('no number stands beside a kind, type, role, class or status outside rules and contract', () => {
    const looked = files.filter((file) => !withNumbers.some((one) => one.test(file)));
    expect(looked.flatMap((file) => numbersBesideWords(file))).toEqual([]);
  });

  it('nothing is decided by what a message or the name of a label says', () => {
    const looked = files.filter((file) => !withTexts.some((one) => one.test(file)));
    expect(looked.flatMap((file) => decisionsByText(file))).toEqual([]);
  });

  it.each([
    ['line.type === 3', 1],
    ['4 !== line!.type', 1],
    ['type >= 3', 1],
    ['const giftType = 5', 1],
    ['order.status === 90', 1],
    ['add({ goods_id: 1, type: 0 })', 1],
    ['function add(type = 0) {}', 1],
    ['const { type = 0 } = line', 1],
    ['response.status === 404', 0],
    ['count > 0', 0],
    ["line.kind === 'gift'", 0],
  ])('a number is found: %s', (code, times) => {
    expect(numbersBesideWords('a.ts', code)).toHaveLength(times);
  });

  it.each([
    ["error.message.includes('限购')", 1],
    ["'满' === tag.name", 1],
    ["tag.name !== '优'", 1],
    ["form.includes('注射')", 0],
    ['tag.name === labelNames.flash', 0],
  ])('a decision by text is found: %s', (code, times) => {
    expect(decisionsByText('a.ts', code)).toHaveLength(times);
  });
});

/** Both say to the compiler what it cannot see; `as const` says nothing of the kind. */
function countUnchecked(): { casts: number; bangs: number } {
  let casts = 0;
  let bangs = 0;
  for (const file of files) {
    walk(file, (node) => {
      if (ts.isNonNullExpression(node)) bangs++;
      if (ts.isAsExpression(node) && node.type.getText() !== 'const') casts++;
    });
  }
  return { casts, bangs };
}

/** What there is today, with little room. The bars go down as it gets less, and never up. */
it('what the compiler is told without proof does not grow', () => {
  const { casts, bangs } = countUnchecked();
  expect(casts).toBeLessThanOrEqual(27);
  expect(bangs).toBeLessThanOrEqual(7);
});
