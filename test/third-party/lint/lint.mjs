// Redocly and Spectral: what others' rules find in the document, one line each.
import { runTool } from '../../../scripts/third-party.mjs';

const parsed = ({ status, stdout, stderr }) => {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`It ended with ${status}:\n${stdout}${stderr}`);
  }
};

const SEVERITIES = ['error', 'warning', 'information', 'hint'];

export async function redocly(document) {
  const args = ['lint', '--config', 'lint/redocly.yaml', '--format', 'json', '--max-problems', '1000', document];
  const { problems } = parsed(await runTool('@redocly/cli', 'redocly', args));
  return problems
    .filter(({ ignored }) => !ignored)
    .map(({ severity, ruleId, message, location: [at] }) => `${severity} ${ruleId} ${at?.pointer ?? ''}: ${message}`);
}

export async function spectral(document) {
  const args = ['lint', '--ruleset', 'lint/spectral.yaml', '--format', 'json', '--quiet', document];
  const problems = parsed(await runTool('@stoplight/spectral-cli', 'spectral', args));
  return problems.map(
    ({ severity, code, path, message }) => `${SEVERITIES[severity]} ${code} ${path.join('.')}: ${message}`,
  );
}
