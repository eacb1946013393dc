// Pictures that are some: an ECG on its paper, and a portrait for a doctor. Pixels of a palette, as PNG (RFC 2083).
import { crc32, deflateSync } from 'node:zlib';
import { randomOf } from './random.mjs';

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/**
 * @param palette colours as `[red, green, blue]`
 * @param colorAt which of them a point has
 */
export function png(width, height, palette, colorAt) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // eight bits, by palette
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter, 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = colorAt(x, y);
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The waves of one heartbeat: when (in parts of it), how high and how wide. */
const WAVES = [
  [0.18, 0.15, 0.025],
  [0.285, -0.12, 0.008],
  [0.31, 1.1, 0.011],
  [0.335, -0.28, 0.01],
  [0.56, 0.3, 0.04],
];

/** Ten seconds of an ECG on millimetre paper. */
export function ecg(...names) {
  const random = randomOf('ecg', ...names);
  const [width, height, millimetre] = [1000, 360, 4];
  const beat = 100 * random.between(7, 11) * 0.1; // pixels: 100 are a second
  const noise = random.between(1, 3) / 200;
  const level = Array.from({ length: width }, (_, x) => {
    const t = (x % beat) / beat;
    const wave = WAVES.reduce((sum, [at, high, wide]) => sum + high * Math.exp(-((t - at) ** 2) / (2 * wide ** 2)), 0);
    return Math.round(height * 0.62 - (wave + (random.next() - 0.5) * noise) * 110);
  });
  return png(
    width,
    height,
    [
      [255, 250, 247],
      [250, 222, 214],
      [238, 178, 164],
      [28, 34, 48],
    ],
    (x, y) => {
      const [low, high] = [level[x], level[Math.max(0, x - 1)]].sort((a, b) => a - b);
      if (y >= low - 1 && y <= high + 1) return 3;
      if (x % (5 * millimetre) === 0 || y % (5 * millimetre) === 0) return 2;
      return x % millimetre === 0 || y % millimetre === 0 ? 1 : 0;
    },
  );
}

const BACKGROUNDS = [
  [199, 224, 233],
  [214, 230, 205],
  [238, 222, 197],
  [224, 211, 236],
];
const SKIN = [
  [245, 213, 187],
  [224, 178, 143],
  [176, 122, 86],
  [115, 74, 50],
];
const HAIR = [
  [42, 32, 28],
  [98, 64, 38],
  [168, 128, 72],
  [150, 150, 152],
];

/** A head and shoulders in a white coat. */
export function portrait(...names) {
  const random = randomOf('portrait', ...names);
  const palette = [
    random.pick(BACKGROUNDS),
    [250, 250, 250],
    [64, 132, 140],
    random.pick(SKIN),
    random.pick(HAIR),
    [210, 216, 220],
  ];
  const isLong = random.chance(0.5);
  const within = (x, y, cx, cy, rx, ry) => ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
  return png(320, 320, palette, (x, y) => {
    if (within(x, y, 160, 138, 56, 68) && y > 96 - Math.abs(x - 160) / 6) return 3;
    if (within(x, y, 160, 126, 66, 74) && (y < 128 || isLong)) return 4;
    if (isLong && y < 215 && Math.abs(x - 160) < 66 && y > 120) return 4;
    if (Math.abs(x - 160) < 22 && y > 180 && y < 235) return 3;
    if (!within(x, y, 160, 330, 122, 112)) return 0;
    if (Math.abs(x - 160) < (y - 218) / -2 + 34) return 2;
    return Math.abs(Math.abs(x - 160) - 36) < 2 ? 5 : 1;
  });
}
