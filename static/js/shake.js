// SHAKE-256 as FIPS 202 defines it, which browsers do not have: the sponge of Keccak-f[1600] with a rate of 136 bytes.

const RATE = 136;
const LANES = 25;
const ROUNDS = 24;
const SIDE = 5;
const LANE_BITS = 64n;
const MASK = (1n << LANE_BITS) - 1n;
// What is appended to a message of SHAKE before the padding, and the padding's own last bit.
const SUFFIX = 0x1f;
const LAST_BIT = 0x80;

const ROTATIONS = rotations();
const CONSTANTS = Array.from({ length: ROUNDS }, (_, round) => constant(round));

/** So many bytes of SHAKE-256 of the message. @param {Uint8Array} message @param {number} length @returns {Uint8Array} */
export function shake256(message, length) {
  const padded = new Uint8Array(RATE * (Math.floor(message.length / RATE) + 1));
  padded.set(message);
  padded[message.length] ^= SUFFIX;
  padded[padded.length - 1] ^= LAST_BIT;
  const lanes = /** @type {bigint[]} */ (new Array(LANES).fill(0n));
  for (let from = 0; from < padded.length; from += RATE) {
    const block = new DataView(padded.buffer, from, RATE);
    for (let lane = 0; lane < RATE / 8; lane += 1) lanes[lane] ^= block.getBigUint64(lane * 8, true);
    permute(lanes);
  }
  const read = new Uint8Array(RATE * Math.ceil(length / RATE));
  for (let from = 0; from < read.length; from += RATE) {
    if (from) permute(lanes);
    const block = new DataView(read.buffer, from, RATE);
    for (let lane = 0; lane < RATE / 8; lane += 1) block.setBigUint64(lane * 8, lanes[lane], true);
  }
  return read.slice(0, length);
}

/** Keccak-f[1600]; lane x + 5y is that of column x and row y. @param {bigint[]} lanes changed in place */
function permute(lanes) {
  for (const constant of CONSTANTS) {
    // θ
    const parities = columns((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
    const mixed = columns((x) => parities[(x + 4) % SIDE] ^ rotated(parities[(x + 1) % SIDE], 1n));
    // ρ and π
    const moved = /** @type {bigint[]} */ (new Array(LANES));
    for (let lane = 0; lane < LANES; lane += 1) {
      const x = lane % SIDE;
      const y = Math.floor(lane / SIDE);
      moved[y + SIDE * ((2 * x + 3 * y) % SIDE)] = rotated(lanes[lane] ^ mixed[x], ROTATIONS[lane]);
    }
    // χ
    for (let lane = 0; lane < LANES; lane += 1) {
      const row = lane - (lane % SIDE);
      lanes[lane] = moved[lane] ^ (~moved[row + ((lane + 1) % SIDE)] & MASK & moved[row + ((lane + 2) % SIDE)]);
    }
    // ι
    lanes[0] ^= constant;
  }
}

/** @param {(x: number) => bigint} of */
const columns = (of) => [0, 1, 2, 3, 4].map(of);

/** @param {bigint} lane @param {bigint} by */
const rotated = (lane, by) => ((lane << by) | (lane >> (LANE_BITS - by))) & MASK;

/** How far ρ turns each lane. */
function rotations() {
  const by = /** @type {bigint[]} */ (new Array(LANES).fill(0n));
  let [x, y] = [1, 0];
  for (let t = 0n; t < ROUNDS; t += 1n) {
    by[x + SIDE * y] = (((t + 1n) * (t + 2n)) / 2n) % LANE_BITS;
    [x, y] = [y, (2 * x + 3 * y) % SIDE];
  }
  return by;
}

/** What ι adds in that round: the bits 2^j - 1 of it, from a register of eight bits. @param {number} round */
function constant(round) {
  let bits = 0n;
  for (let j = 0n; j <= 6n; j += 1n) if (register(Number(j) + 7 * round)) bits |= 1n << ((1n << j) - 1n);
  return bits;
}

/** rc(t): a bit of the register whose polynomial is x⁸ + x⁶ + x⁵ + x⁴ + 1. @param {number} t */
function register(t) {
  let state = 1;
  for (let step = 0; step < t % 255; step += 1) {
    state <<= 1;
    if (state & 0x100) state ^= 0x171;
  }
  return state & 1;
}
