/** Who imports whom: the table of the rooms, held to the code. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The first that fits. What of the server no line names is a noun. */
const rooms: [where: RegExp, room: string][] = [
  [/^src\/lib\/rules\//, 'rules'],
  [/^src\/lib\/contract\//, 'contract'],
  [/^src\/lib\/client\//, 'client'],
  // The demo stands beside the shop: its three months play the shop by the shop's own rules.
  [/^src\/demo\//, 'demo'],
  [/^src\/pages\/sandbox\//, 'sandbox'],
  [/^src\/lib\/server\/start\//, 'start'],
  [/^src\/lib\/server\/fast\//, 'fast'],
  [/^src\/lib\/server\/db\//, 'db'],
  [/^src\/lib\/server\/.*\brows\.ts$/, 'rows'],
  [/^src\/lib\/server\/core\/process\//, 'process'],
  [/^src\/lib\/server\/core\/bus\//, 'bus'],
  [/^src\/lib\/server\/core\/metrics\//, 'metrics'],
  [/^src\/lib\/server\/core\//, 'core'],
  [/^src\/lib\/server\/cache\//, 'cache'],
  [/^src\/lib\/server\/backup\//, 'backup'],
  [/^src\/lib\/server\/ports\//, 'ports'],
  [/^src\/lib\/server\/engines\/import\//, 'import'],
  [/^src\/lib\/server\/engines\//, 'engines'],
  [/^src\/lib\/server\/web\/cache\//, 'stored pages'],
  [/^src\/lib\/server\/web\//, 'web'],
  // A noun's handlers are the router's: they name use cases of any noun.
  [/^src\/lib\/server\/(router\/|.*\bhandlers\.ts$)/, 'router'],
  [/^src\/lib\/server\//, 'nouns'],
  [/^src\/islands\//, 'islands'],
  [/^src\/components\//, 'components'],
  [/^src\/layouts\//, 'layouts'],
  [/^src\/pages\//, 'pages'],
  [/^src\/content/, 'content'],
  [/^src\/middleware\.ts/, 'middleware'],
];

/** Where the server keeps what all its nouns stand on. */
const ground = ['process', 'bus', 'fast', 'db', 'rows', 'cache', 'core', 'rules', 'contract'];
const server = [...ground, 'backup', 'engines', 'import', 'ports', 'stored pages', 'metrics', 'nouns'];

/** Our own rooms that a room may import; anything from npm is judged by `packages`. */
const mayImport: Record<string, string[]> = {
  rules: ['rules'],
  contract: ['contract', 'rules'],
  client: ['client', 'contract', 'rules'],
  islands: ['islands', 'client', 'contract', 'rules'],
  process: ['rules'],
  fast: ['process', 'rules'],
  bus: ['process', 'rules', 'contract'],
  db: ['fast', 'process', 'rules', 'contract'],
  rows: ['bus', 'db', 'fast', 'rules', 'contract'],
  cache: ['rows', 'bus', 'db', 'fast', 'process', 'rules', 'contract'],
  core: ground,
  backup: ['db', 'process', 'rules'],
  engines: [...ground, 'stored pages', 'ports'],
  import: [...ground, 'engines', 'ports', 'nouns'],
  ports: [...ground, 'backup', 'engines'],
  'stored pages': ['bus', 'process', 'core', 'rules', 'contract'],
  metrics: [...ground, 'backup', 'ports', 'stored pages'],
  nouns: server,
  router: server,
  web: [...server, 'router'],
  start: [...server, 'router', 'web', 'demo'],
  demo: [...server, 'router', 'web'],
  pages: [
    'layouts',
    'components',
    'islands',
    'nouns',
    'router',
    'web',
    'core',
    'process',
    'ports',
    'engines',
    'contract',
    'content',
    'rules',
  ],
  sandbox: [
    'demo',
    'layouts',
    'components',
    'islands',
    'nouns',
    'web',
    'core',
    'process',
    'db',
    'ports',
    'contract',
    'rules',
  ],
  layouts: ['components', 'islands', 'nouns', 'web', 'core', 'process', 'contract', 'content', 'rules'],
  components: ['islands', 'nouns', 'web', 'ports', 'contract', 'content', 'rules'],
  middleware: ['web', 'stored pages', 'core', 'process', 'start', 'nouns', 'contract'],
  content: ['content', 'contract'],
};

const packages: Record<string, RegExp> = {
  rules: /^$/,
  contract: /^zod$/,
  client: /^(nanostores|ofetch|altcha-lib|fflate|@noble\/hashes)(\/|$)/,
  islands:
    /^(react|react-dom|nanostores|hls\.js|@nanostores\/react|@tanstack\/react-table|@base-ui\/react|@zxcvbn-ts\/[\w-]+)(\/|$)/,
};

function roomOf(file: string): string | undefined {
  return rooms.find(([where]) => where.test(file))?.[1];
}

interface Import {
  file: string;
  room: string;
  target: string;
  /** A file of ours, or undefined for a package. */
  path: string | undefined;
  isTypeOnly: boolean;
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g;

function importsOf(file: string): Import[] {
  const room = roomOf(file);
  if (room === undefined) return [];
  const text = readFileSync(resolve(root, file), 'utf8');
  return [...text.matchAll(importPattern)].map((match) => {
    const target = match[2] ?? match[3] ?? '';
    const own = target.startsWith('.')
      ? relative(root, resolve(root, dirname(file), target))
      : target.startsWith('#')
        ? target
            .replace('#demo/', 'src/demo/')
            .replace('#lib/', 'src/lib/')
            .replace('#islands/', 'src/islands/')
            .replace('#components/', 'src/components/')
            .replace('#layouts/', 'src/layouts/')
        : undefined;
    return { file, room, target, path: own, isTypeOnly: match[1] !== undefined };
  });
}

/** A noun's handlers are the router's: they name use cases of any noun. */
function folderOf(file: string): string {
  return roomOf(file) === 'router' ? 'src/lib/server/router' : dirname(file);
}

const files = globSync('src/**/*.{ts,tsx,astro}', { cwd: root }).sort();
const imports = files.flatMap(importsOf);

describe('the rooms', () => {
  it('have files to judge', () => {
    expect(imports.length).toBeGreaterThan(200);
  });

  it('import only from the rooms they may', () => {
    const wrong = imports.filter(({ room, path, isTypeOnly }) => {
      if (path === undefined) return false;
      const target = roomOf(path);
      if (target === undefined || target === room) return false;
      // Types of rows are what use cases answer with.
      if (isTypeOnly && room === 'pages' && target === 'rows') return false;
      return !(mayImport[room] ?? []).includes(target);
    });
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('bring only the packages they may', () => {
    const wrong = imports.filter(({ file, room, path, target }) => {
      const allowed = packages[room];
      return (
        path === undefined &&
        allowed !== undefined &&
        !file.endsWith('.astro') &&
        !/\.(css|svg)$/.test(target) &&
        !allowed.test(target)
      );
    });
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('keep zod out of the browser: islands and client take types from schema modules only', () => {
    const withZod = new Set(
      imports
        .filter(({ room, target, isTypeOnly }) => room === 'contract' && target === 'zod' && !isTypeOnly)
        .map(({ file }) => file),
    );
    // A contract module that itself imports a schema module by value carries zod too.
    for (let before = -1; before !== withZod.size; ) {
      before = withZod.size;
      for (const { file, room, path, isTypeOnly } of imports) {
        if (room === 'contract' && !isTypeOnly && path !== undefined && withZod.has(path)) withZod.add(file);
      }
    }
    // Of the table a build leaves the method and path of a call (scripts/calls.ts).
    withZod.delete('src/lib/contract/api.ts');
    const wrong = imports.filter(
      ({ room, path, isTypeOnly }) =>
        (room === 'islands' || room === 'client') && !isTypeOnly && path !== undefined && withZod.has(path),
    );
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('keep React in the islands and Astro out of them', () => {
    expect(files.filter((file) => file.startsWith('src/islands/') && file.endsWith('.astro'))).toEqual([]);
    expect(files.filter((file) => /^src\/(components|layouts|pages)\/.*\.tsx$/.test(file))).toEqual([]);
  });

  it('write SQL in files of rows and in the room of the database: elsewhere the tables are types', () => {
    // better-auth takes its tables itself.
    const known = ['src/lib/server/core/sessions/auth.ts'];
    const wrong = imports.filter(
      ({ file, room, path, target, isTypeOnly }) =>
        !isTypeOnly &&
        !['demo', 'rows', 'db', 'fast'].includes(room) &&
        !known.includes(file) &&
        (target.startsWith('drizzle-orm') || path === 'src/lib/server/db/schema.ts'),
    );
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([]);
  });

  it('stand in no circle: neither files nor folders, types and late imports counted', () => {
    const files = new Map<string, string[]>();
    const folders = new Map<string, string[]>();
    for (const { file, path } of imports) {
      if (path === undefined || roomOf(path) === undefined || path === file) continue;
      files.set(file, [...(files.get(file) ?? []), path]);
      const [from, to] = [folderOf(file), folderOf(path)];
      // A folder and one inside it are one room.
      if (!`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`))
        folders.set(from, [...(folders.get(from) ?? []), to]);
    }
    expect(findCircle(files)).toBeUndefined();
    expect(findCircle(folders)).toBeUndefined();
  });
});

function findCircle(graph: ReadonlyMap<string, string[]>): string[] | undefined {
  const done = new Set<string>();
  function visit(file: string, trail: string[]): string[] | undefined {
    if (trail.includes(file)) return [...trail, file];
    if (done.has(file)) return undefined;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...trail, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  }
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}
