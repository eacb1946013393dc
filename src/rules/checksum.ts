/**
 * 64 bits in hexadecimal, which tell whether a text has changed. Two texts that have the same can be found by who looks for
 * them: what nobody may forge takes `sha256`, which would be a tenth of the time that a read of a patient takes.
 */
export function checksum(text: string): string {
  // JavaScript multiplies 32 bits at a time: two halves, each mixed in a way of its own.
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x9e3779b1);
    b = Math.imul(b ^ unit, 0x5f356495);
    b = (b << 13) | (b >>> 19);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
