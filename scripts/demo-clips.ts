/**
 * Draws, speaks and cuts the clips of the demo's live rooms (src/demo/live). It needs ffmpeg, espeak-ng and the font Noto
 * Sans CJK (Debian: apt install ffmpeg espeak-ng fonts-noto-cjk); the shop itself needs none of them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { type Scene, scenes } from './demo-clips/scenes.ts';

const seconds = 30;
const pieceSeconds = 2;
const rate = 25;
const out = path.resolve(import.meta.dirname, '../src/demo/live');
const work = mkdtempSync(path.join(tmpdir(), 'demo-clips-'));

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: work, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

const ffmpeg = (...args: string[]) => run('ffmpeg', '-hide_banner', '-loglevel', 'error', '-y', ...args);

async function draw(name: string, svg: string): Promise<string> {
  await sharp(Buffer.from(svg)).png().toFile(path.join(work, name));
  return name;
}

/** A calm chord, and each caption spoken at its time. */
function speak(scene: Scene): string {
  const spoken = scene.words.map(({ text }, n) => {
    const file = `${scene.name}-${n}.wav`;
    run('espeak-ng', '-v', 'cmn', '-s', '165', '-p', '42', '-w', file, text);
    return file;
  });
  const chord = [220, 277.18, 329.63].map((tone) => `0.012*sin(2*PI*${tone}*t)*(0.7+0.3*sin(2*PI*t/6))`);
  const inputs = spoken.flatMap((file) => ['-i', file]);
  const delayed = scene.words.map(
    ({ from }, n) => `[${n + 1}:a]aresample=48000,adelay=${Math.round(from * 1000)},volume=0.8[v${n}]`,
  );
  const mixed = `[0:a]${scene.words.map((_, n) => `[v${n}]`).join('')}amix=inputs=${spoken.length + 1}:normalize=0:duration=first[a]`;
  ffmpeg(
    ...['-f', 'lavfi', '-t', String(seconds), '-i', `aevalsrc=${chord.join('+')}:s=48000`],
    ...inputs,
    ...['-filter_complex', [...delayed, mixed].join(';'), '-map', '[a]', `${scene.name}.wav`],
  );
  return `${scene.name}.wav`;
}

/** One file of pieces that follow each other, each of two seconds and with a key frame first. */
async function film(scene: Scene) {
  const background = await draw(`${scene.name}.png`, scene.background);
  const files: string[] = [];
  for (const [n, layer] of scene.layers.entries())
    files.push(await draw(`${scene.name}-${n}.png`, layer.svg));
  const sound = speak(scene);
  const chain = scene.layers.map(({ x, y, when }, n) => {
    const shown = when === undefined ? '' : `:enable='${when}'`;
    return `[${n === 0 ? '0:v' : `p${n - 1}`}][${n + 1}:v]overlay=x='${x.replaceAll('\\,', ',')}':y='${y}':eval=frame${shown}[p${n}]`;
  });
  const still = (file: string) => [
    '-loop',
    '1',
    '-framerate',
    String(rate),
    '-t',
    String(seconds),
    '-i',
    file,
  ];
  ffmpeg(
    ...[...still(background), ...files.flatMap(still), '-i', sound],
    ...[
      '-filter_complex',
      chain.join(';'),
      '-map',
      `[p${files.length - 1}]`,
      '-map',
      `${files.length + 1}:a`,
    ],
    ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'slow', '-crf', '25', '-profile:v', 'main'],
    ...['-pix_fmt', 'yuv420p', '-bf', '0', '-g', String(rate * pieceSeconds), '-sc_threshold', '0'],
    ...['-c:a', 'aac', '-b:a', '56k', '-ac', '1', '-f', 'segment', '-segment_time', String(pieceSeconds)],
    ...['-individual_header_trailer', '0', '-segment_format', 'mpegts', `${scene.name}-%02d.ts`],
  );
  const count = seconds / pieceSeconds;
  const pieces = Array.from({ length: count }, (_, n) =>
    readFileSync(path.join(work, `${scene.name}-${String(n).padStart(2, '0')}.ts`)),
  );
  writeFileSync(path.join(out, `${scene.name}.mp2t`), Buffer.concat(pieces));
  const times = run(
    'ffprobe',
    ...['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts', '-of', 'csv=p=0'],
    `${scene.name}-00.ts`,
  );
  const offsets = [0];
  for (const { byteLength } of pieces) offsets.push((offsets.at(-1) ?? 0) + byteLength);
  return { name: scene.name, offsets, begins: Number.parseInt(times, 10), words: scene.words };
}

mkdirSync(out, { recursive: true });
try {
  const clips = [];
  for (const scene of scenes) clips.push(await film(scene));
  writeFileSync(path.join(out, 'clips.json'), `${JSON.stringify(clips, null, 2)}\n`);
  // As all files of the sources are formatted.
  execFileSync('npx', ['biome', 'format', '--write', path.join(out, 'clips.json')], { stdio: 'inherit' });
  console.log(clips.map(({ name, offsets }) => `${name}: ${offsets.at(-1)} bytes`).join('\n'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
