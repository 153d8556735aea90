/** Drawings of the demo's live clips: layers as SVG, and how ffmpeg moves them. Invented goods, no prices. */

const width = 854;
const height = 480;

/** A drawing over the background; `x` and `y` are expressions of ffmpeg's overlay, `when` of its timeline. */
interface Layer {
  svg: string;
  x: string;
  y: string;
  when?: string;
}

interface Cue {
  from: number;
  to: number;
  text: string;
}

export interface Scene {
  name: string;
  background: string;
  layers: Layer[];
  words: Cue[];
}

const font = `font-family="Noto Sans CJK SC" `;

const svg = (w: number, h: number, body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${body}</svg>`;

const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;

const say = (x: number, y: number, size: number, text: string, fill = '#16324a', more = '') =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" ${font}${more}>${text}</text>`;

const colours = ['#e8a33d', '#4f9d69', '#3b82c4', '#d46a6a', '#8a78c2', '#c9b18a', '#5fb3b3'];
const colour = (n: number) => colours[n % colours.length] ?? '#888';

/** The mark of every scene: what is shown is a demonstration. */
const mark = `<g>${rect(24, 22, 200, 36, '#0b2a3f', 'rx="18" opacity="0.78"')}${say(44, 47, 19, '演示画面 · 药批网', '#fff')}</g>`;

const title = (text: string) =>
  svg(
    480,
    52,
    rect(0, 0, 16 * 2 + text.length * 25, 48, '#0e7a5f', 'rx="8"') + say(16, 34, 25, text, '#fff'),
  );

function carton(x: number, y: number, w: number, h: number, fill: string): string {
  return [
    rect(x, y, w, h, fill, 'rx="3"'),
    rect(x + w * 0.42, y, w * 0.16, h, '#fff', 'opacity="0.28"'),
    rect(x + 5, y + h - 14, w * 0.34, 9, '#fff', 'opacity="0.75"'),
  ].join('');
}

function rack(x: number, shift: number): string {
  const parts = [rect(x, 92, 8, 270, '#2f5d8c'), rect(x + 212, 92, 8, 270, '#2f5d8c')];
  for (let level = 0; level < 4; level++) {
    const y = 92 + level * 68;
    for (let n = 0; n < 4; n++) {
      const tall = 38 + ((n * 7 + level * 5 + shift * 3) % 16);
      parts.push(carton(x + 14 + n * 49, y + 58 - tall, 44, tall, colour(n * 2 + level * 3 + shift)));
    }
    parts.push(rect(x, y + 58, 220, 8, '#e8792e'));
  }
  return parts.join('');
}

const belt = Array.from({ length: 24 }, (_, n) => rect(n * 40, 0, 22, 12, '#4b5563', 'rx="3"')).join('');

const onBelt = Array.from({ length: 6 }, (_, n) =>
  [
    carton(n * 220 + 20, 0, 92, 62, '#c99a5b'),
    rect(n * 220 + 62, 16, 44, 30, '#fff', 'rx="2"'),
    ...[0, 5, 9, 15, 19, 26, 31].map((x) => rect(n * 220 + 66 + x, 20, x % 2 === 0 ? 2 : 3, 14, '#111')),
    say(n * 220 + 66, 43, 8, '追溯码', '#111'),
  ].join(''),
).join('');

const truck = [
  rect(0, 26, 96, 34, '#f0b429', 'rx="8"'),
  rect(12, 6, 34, 24, '#fff', 'opacity="0.55" rx="4"'),
  rect(-6, 0, 8, 62, '#374151'),
  '<circle cx="24" cy="64" r="11" fill="#1f2937"/><circle cx="74" cy="64" r="11" fill="#1f2937"/>',
  '<circle cx="30" cy="16" r="8" fill="#f3c9a5"/>',
  rect(22, 24, 18, 16, '#fff', 'rx="4"'),
].join('');

const hall: Scene = {
  name: 'hall',
  background: svg(
    width,
    height,
    [
      '<defs><linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#dfeaf3"/><stop offset="1" stop-color="#bcd0df"/></linearGradient></defs>',
      rect(0, 0, width, 362, 'url(#w)'),
      rect(0, 362, width, 118, '#8fa3b3'),
      ...[0, 1, 2].map((n) => rack(44 + n * 262, n)),
      ...[0, 1, 2].map((n) => rect(90 + n * 290, 70, 150, 8, '#fff', 'opacity="0.9" rx="4"')),
      rect(614, 16, 216, 44, '#fff', 'rx="8"'),
      say(628, 45, 20, '阴凉库 18.6℃ 52%', '#0e7a5f'),
      rect(0, 428, width, 22, '#1f2937'),
      mark,
    ].join(''),
  ),
  layers: [
    { svg: svg(110, 80, `<g transform="translate(10,2)">${truck}</g>`), x: 'W-mod(t*46\\,W+160)', y: '292' },
    { svg: svg(960, 12, belt), x: '-40+mod(t*60\\,40)', y: '433' },
    { svg: svg(1320, 62, onBelt), x: '-220+mod(t*60\\,220)', y: '366' },
    { svg: title('阴凉库 · 温度全程记录'), x: '24', y: '74', when: 'between(t,6,11.6)' },
    { svg: title('扫码入库 · 核对批号效期'), x: '24', y: '74', when: 'between(t,12,17.6)' },
    { svg: title('双人复核 · 封箱待发'), x: '24', y: '74', when: 'between(t,18,29)' },
  ],
  words: [
    { from: 0.4, to: 5.4, text: '欢迎来到药批网直播间，这里播放的是演示画面。' },
    { from: 6, to: 11.6, text: '现在看到的是阴凉库，温度保持在二十摄氏度以下。' },
    { from: 12, to: 17.6, text: '每一箱药品入库时扫描追溯码，核对批号和有效期。' },
    { from: 18, to: 23.6, text: '传送带把拣好的货送到复核台，双人复核后封箱。' },
    { from: 24, to: 29.4, text: '复核无误的箱子贴上面单，等待发运。' },
  ],
};

function pack(x: number, y: number, w: number, h: number, fill: string, name: string): string {
  return [
    `<polygon points="${x + w},${y} ${x + w + 34},${y - 22} ${x + w + 34},${y + h - 22} ${x + w},${y + h}" fill="${fill}" opacity="0.62"/>`,
    `<polygon points="${x},${y} ${x + 34},${y - 22} ${x + w + 34},${y - 22} ${x + w},${y}" fill="${fill}" opacity="0.8"/>`,
    rect(x, y, w, h, '#fff'),
    rect(x, y, w, 34, fill),
    say(x + 12, y + 25, 20, name, '#fff'),
    say(x + 12, y + 62, 13, '规格 0.25g×24 片', '#475569'),
    say(x + 12, y + 84, 13, '演示药业有限公司', '#475569'),
    rect(x + 12, y + h - 34, w - 24, 20, '#f1f5f9'),
    say(x + 18, y + h - 19, 12, '国药准字 H99990000', '#334155'),
  ].join('');
}

const bottle = (x: number, fill: string, name: string) =>
  [
    rect(x + 18, 196, 54, 26, '#e2e8f0', 'rx="5"'),
    rect(x, 220, 90, 134, fill, 'rx="14"'),
    rect(x, 254, 90, 66, '#fff'),
    say(x + 9, 284, 17, name, '#334155'),
    say(x + 9, 306, 12, '演示商品', '#64748b'),
  ].join('');

const ring = svg(
  240,
  110,
  '<rect x="4" y="4" width="232" height="102" rx="52" fill="none" stroke="#e11d48" stroke-width="5"/>',
);

const sideRing = svg(
  80,
  220,
  '<rect x="4" y="4" width="72" height="212" rx="36" fill="none" stroke="#e11d48" stroke-width="5"/>',
);

const goods: Scene = {
  name: 'goods',
  background: svg(
    width,
    height,
    [
      '<defs><linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f3efe6"/><stop offset="1" stop-color="#e3dccb"/></linearGradient></defs>',
      rect(0, 0, width, 350, 'url(#w)'),
      rect(0, 350, width, 130, '#b98d5e'),
      rect(0, 350, width, 10, '#a3774b'),
      ...[0, 1, 2, 3, 4].map((n) => rect(60 + n * 160, 120, 110, 6, '#cfc4ad', 'rx="3"')),
      mark,
    ].join(''),
  ),
  layers: [
    { svg: svg(270, 210, pack(4, 28, 220, 168, '#0e7a5f', '演示感冒片')), x: '84', y: '176+3*sin(t*1.1)' },
    {
      svg: svg(270, 210, pack(4, 28, 200, 150, '#3b82c4', '演示维生素片')),
      x: '348',
      y: '194+3*sin(t*1.1+2)',
    },
    { svg: svg(110, 370, bottle(6, '#d97706', '口服液')), x: '650', y: '22+3*sin(t*1.1+4)' },
    { svg: ring, x: '78', y: '296+3*sin(t*1.1)', when: 'between(t,6,11.4)' },
    { svg: title('看批准文号与追溯码'), x: '24', y: '74', when: 'between(t,6,11.4)' },
    { svg: sideRing, x: '284', y: '168+3*sin(t*1.1)', when: 'between(t,12,17.4)' },
    { svg: title('侧面：批号、生产日期、有效期至'), x: '24', y: '74', when: 'between(t,12,17.4)' },
    { svg: title('价格与库存见商品卡片'), x: '24', y: '74', when: 'between(t,18,23.4)' },
    { svg: title('边看边加入购物车'), x: '24', y: '74', when: 'between(t,24,29.4)' },
  ],
  words: [
    { from: 0.4, to: 5.4, text: '这一段介绍怎样看药品的外包装。' },
    { from: 6, to: 11.4, text: '先看批准文号，再看追溯码，每一盒的追溯码都不相同。' },
    { from: 12, to: 17.4, text: '批号和有效期印在盒子侧面，近效期会在页面上注明。' },
    { from: 18, to: 23.4, text: '价格和库存以商品卡片为准，画面里不报价。' },
    { from: 24, to: 29.4, text: '需要的商品，可以边看边加入购物车。' },
  ],
};

const person = [
  '<path d="M70 250 q-20 -96 74 -104 h48 q94 8 74 104 v110 h-196 z" fill="#ffffff"/>',
  '<path d="M150 146 l18 40 l18 -40 z" fill="#0e7a5f"/>',
  '<path d="M168 186 v170" stroke="#d6dee6" stroke-width="3"/>',
  rect(206, 224, 44, 22, '#0e7a5f', 'rx="4"'),
  say(211, 240, 13, '演示', '#fff'),
  rect(150, 118, 36, 40, '#eec19a', 'rx="14"'),
  '<ellipse cx="168" cy="84" rx="50" ry="56" fill="#f5d0ac"/>',
  '<path d="M116 84 q-4 -70 52 -68 q56 -2 52 68 q-10 -38 -34 -44 q-40 8 -70 44 z" fill="#2b2320"/>',
  '<ellipse cx="148" cy="86" rx="5" ry="6" fill="#2b2320"/><ellipse cx="188" cy="86" rx="5" ry="6" fill="#2b2320"/>',
  '<path d="M139 70 q9 -6 18 0 M179 70 q9 -6 18 0" stroke="#2b2320" stroke-width="3" fill="none"/>',
  '<path d="M154 112 q14 9 28 0" stroke="#b4534b" stroke-width="4" fill="none" stroke-linecap="round"/>',
].join('');

const wordsOfHost: Cue[] = [
  { from: 0.4, to: 5.4, text: '大家好，我是本场的演示主播。' },
  { from: 6, to: 11.4, text: '讲到哪一件商品，它的卡片就会出现在画面旁边。' },
  { from: 12, to: 17.4, text: '有问题请在提问区留言，我会挑选回答。' },
  { from: 18, to: 23.4, text: '直播间会发优惠券，数量有限，领完为止。' },
  { from: 24, to: 29.4, text: '没有看全也不要紧，结束以后可以看回放。' },
];

/** While a sentence is spoken. Sentences end before their captions do. */
const isSpeaking = wordsOfHost.map(({ from, to }) => `between(t,${from},${to - 1.2})`).join('+');

const host: Scene = {
  name: 'host',
  background: svg(
    width,
    height,
    [
      rect(0, 0, width, height, '#e6eef0'),
      ...[0, 1, 2].map((n) => rack(-20 + n * 310, n + 2)),
      rect(0, 0, width, height, '#eef4f5', 'opacity="0.55"'),
      rect(0, 392, width, 88, '#0e7a5f'),
      rect(0, 392, width, 8, '#0a5e49'),
      mark,
    ].join(''),
  ),
  layers: [
    { svg: svg(340, 360, person), x: '262', y: '60+2*sin(t*2)' },
    {
      svg: svg(340, 360, '<ellipse cx="168" cy="115" rx="14" ry="9" fill="#7f2d2a"/>'),
      x: '262',
      y: '60+2*sin(t*2)',
      when: `(${isSpeaking})*lt(mod(t,0.32),0.16)`,
    },
    {
      svg: svg(
        340,
        360,
        `${rect(140, 78, 16, 15, '#f5d0ac')}${rect(180, 78, 16, 15, '#f5d0ac')}<path d="M141 88 h14 M181 88 h14" stroke="#2b2320" stroke-width="3"/>`,
      ),
      x: '262',
      y: '60+2*sin(t*2)',
      when: 'lt(mod(t+1,3.7),0.14)',
    },
    { svg: svg(200, 180, pack(4, 28, 140, 132, '#3b82c4', '演示商品')), x: '92', y: '258' },
    { svg: svg(110, 370, bottle(6, '#d97706', '口服液')), x: '640', y: '38' },
    {
      svg: svg(width, 92, rect(0, 0, width, 92, '#0e7a5f') + rect(0, 0, width, 8, '#0a5e49')),
      x: '0',
      y: '392',
    },
    { svg: svg(460, 60, say(0, 40, 30, '药批网 · 演示直播间', '#fff')), x: '296', y: '410' },
    { svg: title('商品卡片随讲解出现'), x: '24', y: '74', when: 'between(t,6,11.4)' },
    { svg: title('提问区留言'), x: '24', y: '74', when: 'between(t,12,17.4)' },
    { svg: title('优惠券领完为止'), x: '24', y: '74', when: 'between(t,18,23.4)' },
    { svg: title('结束后可看回放'), x: '24', y: '74', when: 'between(t,24,29.4)' },
  ],
  words: wordsOfHost,
};

export const scenes: readonly Scene[] = [hall, goods, host];
