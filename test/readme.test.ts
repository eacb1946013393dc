import { describe, expect, it } from 'vitest';
import readme from '../README.md?raw';
import { may, PERMISSIONS, ROLES } from '../src/auth/permissions';

describe('The README', () => {
  it('has the table of roles and permissions that the service uses', () => {
    const header = `| | ${ROLES.join(' | ')} |`;
    const rows = PERMISSIONS.map((permission) => {
      const cells = ROLES.map((role) => (may(role, permission) ? '✓' : ''));
      return `| \`${permission}\` | ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
    });
    expect(readme).toContain([header, '|---|---|---|---|---|---|', ...rows].join('\n'));
  });

  it('shows the answer to every step of the first hour', () => {
    expect(readme).not.toContain('<!-- answer -->');
    expect(readme.match(/"detail":\[/g)).toHaveLength(1);
  });
});
