/**
 * What the server makes for each call has no getters of its own: V8 puts what an object literal's getter is made of among
 * the old objects, where it keeps the whole call alive until those are cleared up. A class has its getters once.
 */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Lines with a getter or a setter in an object literal that is made in a function. */
function gettersIn(file: string, code = readFileSync(file, 'utf8')): string[] {
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  function visit(node: ts.Node, isInFunction: boolean): void {
    if (ts.isAccessor(node) && ts.isObjectLiteralExpression(node.parent) && isInFunction)
      found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`);
    ts.forEachChild(node, (child) => visit(child, isInFunction || ts.isFunctionLike(node)));
  }
  visit(tree, false);
  return found;
}

test('an object that a function of the server makes has no getters', () => {
  const files = globSync('src/lib/{server,rules}/**/*.ts');
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => gettersIn(file))).toEqual([]);
});

test('a getter is found in a function, and not in a class or a module', () => {
  const code = `
    export const shared = { get one() { return 1; } };
    class Late { get two() { return 2; } }
    function make() {
      return { get three() { return 3; } };
    }`;
  expect(gettersIn('made-up.ts', code)).toEqual(['made-up.ts:5']);
});
