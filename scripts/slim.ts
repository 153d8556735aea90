/**
 * Runs after `npm ci` and `npm install`: removes from node_modules what packages bring and nothing here reads, a fifth
 * of it, and from a package's exports what nothing imports. It imports nothing of the project, so that an image can
 * install before it copies the sources.
 */
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const unread = [
  // C++ headers of Node: no package is compiled.
  'node/node_modules/node-*/include',
  // The weights of the font: the PDF is written in the regular one.
  '@expo-google-fonts/noto-sans-sc/[1-35-9]00*/*.ttf',
  // recheck for Java: on this machine its program runs, elsewhere its JavaScript does the same.
  'recheck-jar/*.jar',
  // Maps to the sources of libraries.
  '**/*.map',
];

const cwd = 'node_modules';
for (const found of globSync(unread, { cwd })) rmSync(path.join(cwd, found), { recursive: true });

/**
 * Entries of drizzle-orm for its other databases. Node parses a package's exports for each of its files that is loaded:
 * 447 entries cost every process that runs from the sources 0.7 s of CPU. `drizzle-kit` loads the cores of all dialects.
 */
const otherEntries =
  /^\.\/(?!(?:pg|mysql|sqlite|singlestore)-core$|node-postgres(?:\/(?:migrator|session))?$|casing$|relations$|version$)/;

const manifest = path.join(cwd, 'drizzle-orm', 'package.json');
const described = JSON.parse(readFileSync(manifest, 'utf8'));
described.exports = Object.fromEntries(
  Object.entries(described.exports).filter(([entry]) => !otherEntries.test(entry)),
);
// npm may share the file with other folders: they keep theirs.
writeFileSync(`${manifest}.new`, JSON.stringify(described, null, 2));
renameSync(`${manifest}.new`, manifest);
