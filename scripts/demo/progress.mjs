// How far it is: a bar on a terminal, elsewhere a line for each tenth of the way and for each kind of record.
const WIDTH = 30;
const number = new Intl.NumberFormat('en');

/** @param total how many records there will be */
export function createProgress(total, out = process.stdout) {
  let [done, inPhase] = [0, 0];
  let phase = '';
  let drawn = 0;
  let tenths = 0;
  const percentDone = () => Math.floor((done / total) * 100);

  function draw() {
    const full = Math.min(WIDTH, Math.floor((done / total) * WIDTH));
    const percent = String(percentDone()).padStart(3);
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent} %  ${phase}`;
    out.write(`\r\x1b[K${bar.slice(0, (out.columns || 80) - 1)}`);
    drawn = Date.now();
  }
  function tell() {
    if (Math.floor(percentDone() / 10) <= tenths) return;
    tenths = Math.floor(percentDone() / 10);
    out.write(`${percentDone()} %, ${phase}: ${number.format(inPhase)} so far\n`);
  }
  function endPhase() {
    if (phase && !out.isTTY) out.write(`${phase}: ${number.format(inPhase)}\n`);
    inPhase = 0;
  }

  return {
    begin(name) {
      endPhase();
      phase = name;
      if (out.isTTY) draw();
    },
    step() {
      done++;
      inPhase++;
      if (!out.isTTY) tell();
      else if (Date.now() - drawn > 80) draw();
    },
    end() {
      endPhase();
      if (out.isTTY) out.write('\r\x1b[K');
    },
  };
}
