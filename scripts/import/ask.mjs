// Questions, answered on the terminal or by the lines of what is piped in.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { fail } from '../lib.mjs';

const { stdin, stdout } = process;
const NO_ANSWER = 'Nobody answers.';

let lines;
/** Piped lines may all come before they are asked for. */
async function nextLine() {
  lines ??= createInterface({ input: stdin })[Symbol.asyncIterator]();
  const { value, done } = await lines.next();
  return done ? fail(NO_ANSWER) : value;
}

/** Shows the question, and not what is typed if that is hidden. */
async function typed(question, isHidden) {
  stdout.write(question);
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output, terminal: isHidden, historySize: 0 });
  const [line] = await Promise.race([once(terminal, 'line'), once(terminal, 'close')]);
  terminal.close();
  if (isHidden) stdout.write('\n');
  return line ?? fail(`\n${NO_ANSWER}`);
}

export async function ask(question, { isHidden = false } = {}) {
  if (stdin.isTTY) return (await typed(question, isHidden)).trim();
  stdout.write(`${question}\n`);
  return (await nextLine()).trim();
}
