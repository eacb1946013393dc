// docs/errors.md as the table of errors has it.
import { codesOf } from '../src/error-codes';
import { type AnyErrorKind, ERROR_KINDS } from '../src/error-kinds';

/** Every code, with each of its statuses, in the order of the first of these. */
export function allCodes() {
  const codes = new Map<string, { code: string; when: string; example: string; statuses: number[] }>();
  const kinds = Object.keys(ERROR_KINDS) as AnyErrorKind[];
  for (const kind of kinds.sort((a, b) => ERROR_KINDS[a].status - ERROR_KINDS[b].status)) {
    for (const entry of codesOf(kind)) {
      const { statuses } = codes.get(entry.code) ?? { statuses: [] };
      codes.set(entry.code, { ...entry, statuses: [...statuses, ERROR_KINDS[kind].status] });
    }
  }
  return [...codes.values()];
}

const rows = allCodes().map(
  ({ code, statuses, when, example }) => `| \`${code}\` | ${statuses.join(', ')} | ${when} | ${example} |`,
);

export const errorsPage = `# Codes of errors

Written by \`npm run generate\` from \`src/error-codes/\`: change it there. What codes promise is in
[decisions](decisions.md#codes-of-errors).

| \`code\` | Status | When | \`detail\`, for example |
|---|---|---|---|
${rows.join('\n')}
`;
