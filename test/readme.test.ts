import { describe, expect, it } from 'vitest';
import readme from '../README.md?raw';
import { may, PERMISSIONS, ROLES } from '../src/auth/permissions';

describe('README', () => {
  it('has the table of roles and permissions as it is', () => {
    const header = `| | ${ROLES.join(' | ')} |`;
    const rows = PERMISSIONS.map((permission) => {
      const cells = ROLES.map((role) => (may(role, permission) ? '✓' : ''));
      return `| \`${permission}\` | ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
    });
    expect(readme).toContain([header, '|---|---|---|---|---|---|', ...rows].join('\n'));
  });

  it('shows every step of the first hour with its answer', () => {
    expect(readme).not.toContain('<!-- answer -->');
    expect(readme.match(/"detail":\[/g)).toHaveLength(1);
  });
});
