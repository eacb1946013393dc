import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import changelog from '../../CHANGELOG.md?raw';
import client from '../../clients/typescript/package.json';
import { API_INFO } from '../../openapi/info';
import manifest from '../../package.json';

const files = import.meta.glob('/.github/**/*.yml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const read = (path: string) => parse(files[path] ?? '');

describe('The workflows of the repository', () => {
  const ci = read('/.github/workflows/ci.yml');

  it('run .ci/run on the oldest Node that is promised and on the one that the tools run on', () => {
    expect(ci.jobs.ci.steps.at(-1)).toEqual({ run: '.ci/run' });
    const oldest = Number(manifest.engines.node.match(/\d+/)?.[0]);
    const tools = Number(manifest.dependencies.node.match(/\d+/)?.[0]);
    expect(ci.jobs.ci.strategy.matrix.node).toEqual([oldest, tools]);
  });

  it('may no more than they say', () => {
    const workflows = Object.keys(files).filter((path) => path.includes('/workflows/'));
    expect(workflows.length).toBeGreaterThan(0);
    for (const path of workflows) expect(read(path).permissions, path).toEqual({ contents: 'read' });
  });

  it('show secrets to the steps that need them alone, and put no input into a shell', () => {
    const needing = (path: string) => {
      const jobs = Object.values<{ steps: { run?: string }[] }>(read(path).jobs ?? {});
      const steps = jobs.flatMap((job) => job.steps).filter((step) => JSON.stringify(step).includes('secrets.'));
      return steps.map(({ run = '' }) => run.split(' ').slice(0, 3).join(' '));
    };
    expect(needing('/.github/workflows/deploy.yml')).toEqual(['npm run deploy']);
    const copies = ['npm run backup', 'aws s3 cp', 'aws s3 sync', 'npm run backup', 'aws s3 sync'];
    expect(needing('/.github/workflows/backup.yml')).toEqual([...copies, 'npm run verify']);
    const perStep = /\n {10}\w+: \$\{\{ secrets\.\w+ \}\}/g;
    const text = Object.values(files).join('\n');
    expect(text.match(/secrets\./g)?.length).toBe(text.match(perStep)?.length);
    for (const path of Object.keys(files)) {
      const jobs = Object.values<{ steps: { run?: string }[] }>(read(path).jobs ?? {});
      for (const { run = '' } of jobs.flatMap(({ steps }) => steps)) expect(run, path).not.toContain('${{');
    }
  });

  it('run no test, no install script and no package of tests in the job that deploys, which others have tested before', () => {
    const { deploy, ...others } = read('/.github/workflows/deploy.yml').jobs;
    const runs = ({ steps }: { steps: { run?: string }[] }) => steps.flatMap(({ run }) => run ?? []);
    expect(runs(deploy)).toEqual(['npm ci --omit=dev --ignore-scripts', 'npm run deploy -- --env "$TARGET"']);
    expect(deploy.environment).toBeDefined();
    expect(runs(others[deploy.needs])).toContain('npm test');
    expect(others[deploy.needs].environment).toBeUndefined();
  });

  it('use actions by commit, with the version that Dependabot raises beside it', () => {
    const used = Object.values(files).flatMap((text) => text.match(/\buses:.*/g) ?? []);
    expect(used.length).toBeGreaterThan(3);
    for (const use of used) expect(use).toMatch(/^uses: [\w-]+\/[\w/-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });
});

describe('Every package-lock.json', () => {
  const locks = import.meta.glob(
    ['/package-lock.json', '/{bench,clients,examples,test}/**/package-lock.json', '!**/node_modules/**'],
    { query: '?raw', import: 'default', eager: true },
  );

  it.each(Object.keys(locks))('%s has the hash of each package that is downloaded', (path) => {
    type Package = { link?: true; inBundle?: true; integrity?: string };
    const packages = Object.entries<Package>(JSON.parse(locks[path] ?? '').packages);
    const downloaded = packages.filter(([at, it]) => at.includes('node_modules/') && !it.link && !it.inBundle);
    expect(downloaded.length).toBeGreaterThan(300);
    const without = downloaded.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(without.map(([at]) => at)).toEqual([]);
  });
});

describe('The version', () => {
  it('is the same in the package, in the document and in the newest entry of the changelog', () => {
    const [, released] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/m.exec(changelog) ?? [];
    expect([API_INFO.version, released]).toEqual([manifest.version, manifest.version]);
  });

  it('has the major number of the client', () => {
    expect(client.version.split('.')[0]).toBe(manifest.version.split('.')[0]);
  });
});

describe('Dependabot', () => {
  const [root] = read('/.github/dependabot.yml').updates;

  it('raises wrangler and the miniflare that it names together', () => {
    const { patterns } = root.groups.workers;
    expect(patterns).toEqual(expect.arrayContaining(['wrangler', 'miniflare', 'vitest']));
    const { wrangler, miniflare } = manifest.dependencies;
    for (const version of [wrangler, miniflare]) expect(version).toMatch(/^\d/);
  });

  it('names packages that there are', () => {
    const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
    const groups = Object.values<{ patterns: string[] }>(root.groups);
    for (const pattern of groups.flatMap(({ patterns }) => patterns)) {
      const found = names.some(
        (name) => name === pattern || (pattern.endsWith('*') && name.startsWith(pattern.slice(0, -1))),
      );
      expect(found, pattern).toBe(true);
    }
  });
});
