/**
 * Runs after `npm ci` and `npm install`: removes from node_modules what packages bring and nothing here reads, a fifth
 * of it. It imports nothing of the project, so that an image can install before it copies the sources.
 */
import { globSync, rmSync } from 'node:fs';
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
