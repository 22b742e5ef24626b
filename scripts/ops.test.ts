import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../server/src/foundations/process/config.ts'
import { gauges } from '../server/src/foundations/monitoring/metrics.ts'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { root, runCommand } from './run-command.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const linted = existsSync(fetchedTools.hadolint) ? '' : ' (skipped: npm test fetches the linters where there is Python)'

describe('on one machine', () => {
  const units = globSync('ops/systemd/*.service', { cwd: root })
  const names = [...units, 'ops/systemd/alumni.target']
  const systemd = existsSync('/usr/bin/systemd-analyze')
  const skipped = systemd ? '' : ' (skipped: there is no systemd-analyze)'

  test.skipIf(!systemd)(`systemd understands every line of the units${skipped}`, async () => {
    const instances = names.map((name) => name.replace('@', '@3001'))
    const { output } = await runCommand('systemd-analyze', ['verify', '--man=no', ...instances])
    expect(output).toBe('')
  })

  test.skipIf(!systemd).each(units)(`%s has an exposure of 2.0 of 10 at most${skipped}`, async (unit) => {
    const { isOk, output } = await runCommand('systemd-analyze', [
      'security',
      '--offline=true',
      '--threshold=20',
      '--no-pager',
      unit,
    ])
    expect([isOk, output.split('\n').at(-1)]).toEqual([true, expect.stringContaining('OK')])
  })

  test('units run the commands of the npm scripts, and both have the same hardening', () => {
    const started = new Map(units.map((unit) => [unit, /ExecStart=\S+(?: [A-Z_]+=\S+)+ (\S+) (.*)/.exec(read(unit))!]))
    for (const [unit, [, program, args]] of started) {
      expect(existsSync(join(root, program!))).toBe(true)
      expect(`node ${args}`).toBe(scripts[unit.includes('server') ? 'server' : 'worker'])
    }
    const [first, second] = units.map((unit) => read(unit).split('\n\n').at(-2))
    expect(first).toBe(second)
  })

  test('the shipped environment is valid for production once its secret is set', () => {
    const shipped = read('ops/systemd/environment')
    const env = parseEnv(shipped)
    expect(() => readConfig(env)).toThrow(/SESSION_SECRET is required in production/)
    expect(readConfig({ ...env, SESSION_SECRET: 'x'.repeat(64) }).isProduction).toBe(true)
    const all = parseEnv(shipped.replace(/^#(?=[A-Z_]+=)/gm, ''))
    const BACKUP_RECIPIENTS = all.BACKUP_RECIPIENTS!.replace('…', 'q'.repeat(58))
    const config = readConfig({ ...all, SESSION_SECRET: 'x'.repeat(64), BACKUP_RECIPIENTS })
    expect(config).toMatchObject({ BACKUP_URL: 'file:///var/backups/alumni', institution: { name: 'Your University' } })
  })
})

describe('the documented installation', () => {
  const docs = read('docs/operating.md')

  test('puts each release into a separate folder that a link names, and needs no git tag', () => {
    expect(docs).toMatch(/git clone \S+ \/opt\/alumni-v\S+ && cd \/opt\/alumni-v/)
    expect(docs).toContain('ln -sfn /opt/alumni-v')
    expect(docs).not.toMatch(/git (?:clone --branch|checkout) v\d/)
  })

  test('restarts one process at a time', () => {
    for (const text of [read('ops/systemd/environment'), docs])
      expect(text).toContain('systemctl restart alumni-server@3001 && systemctl restart alumni-server@3002')
    expect(read('ops/systemd/environment')).not.toContain("restart 'alumni-server@*'")
  })
})

describe('with containers', () => {
  test('Prometheus reaches the monitor’s port', () => {
    expect(read('ops/compose.yml')).toContain('MONITOR_HOST: 0.0.0.0')
  })

  test.skipIf(linted)(`hadolint reports nothing about the Containerfile${linted}`, async () => {
    expect(await runCommand(fetchedTools.hadolint, ['ops/Containerfile'])).toMatchObject({ isOk: true, output: '' })
  })

  test.skipIf(linted)(`the compose file follows its schema${linted}`, async () => {
    const args = ['--builtin-schema', 'vendor.compose-spec', 'ops/compose.yml']
    const { isOk, output } = await runCommand(fetchedTools.checkJsonschema, args)
    expect([isOk, output]).toEqual([true, expect.stringContaining('ok')])
  })

  test('the health check is the same in the image and in compose, and build commands keep it', () => {
    const health = /HEALTHCHECK ([^\\]*)\\\n +CMD (\[.*\])/.exec(read('ops/Containerfile'))!
    const command = (JSON.parse(health[2]!) as string[]).join(', ')
    const [shared] = read('ops/compose.yml').split('\nservices:')
    expect(shared).toContain(`test: [CMD, ${command}]`)
    for (const [, name, value] of health[1]!.matchAll(/--([\w-]+)=(\S+)/g))
      expect(shared).toContain(`${name!.replace('-', '_')}: ${value}\n`)
    // Other builders than Docker default to a format without health checks.
    for (const path of ['ops/Containerfile', 'docs/operating.md'])
      for (const [line] of read(path).matchAll(/(?:podman|buildah) (?:build|bud) .*/g))
        expect(line).toContain('--format docker')
  })

  test('the image’s worker has the same memory limit as npm run worker', () => {
    expect(read('ops/entrypoint.sh')).toContain(`exec ${scripts.worker} "$@"`)
    expect(read('ops/entrypoint.sh')).toContain(`exec ${scripts.server} "$@"`)
  })

  const enter = (command: string, env: NodeJS.ProcessEnv) =>
    runCommand('sh', ['ops/entrypoint.sh', command], {
      env: { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), DATABASE_URL: undefined, ...env },
    })

  test('a release that is not listed in RELEASES.md does not start', async () => {
    const { isOk, output } = await enter('server', { RELEASE_TAG: 'v99.0.0' })
    expect([isOk, output]).toEqual([false, expect.stringMatching(/v99\.0\.0/)])
    expect(output).not.toContain('listening')
  })

  test('an unknown command is refused with one line', async () => {
    expect(await enter('sevrer', {})).toMatchObject({
      isOk: false,
      output: expect.stringMatching(/^There is no command sevrer/) as string,
    })
  })
})

describe('on Kubernetes', () => {
  const folder = 'ops/kubernetes'
  const files = readdirSync(join(root, folder)).filter((name) => name !== 'kustomization.yaml')

  test.skipIf(linted)(`Kubernetes accepts every manifest, and no field is unknown${linted}`, async () => {
    const { isOk, output } = await runCommand(fetchedTools.kubernetesValidate, [
      '--strict',
      ...files.map((name) => join(folder, name)),
    ])
    expect([isOk, output.match(/passed/g)?.length]).toEqual([true, output.split('\n').length])
  })

  test('the list of manifests is complete', () => {
    const listed = read(`${folder}/kustomization.yaml`).match(/(?<=^ {2}- )\S+\.yaml$/gm)
    expect(listed!.toSorted()).toEqual(files.toSorted())
  })

  test.each([
    ['migrate.yaml', ['alumni', 'alumni', 'alumni-owner']],
    ['backup.yaml', ['alumni', 'alumni', 'alumni-owner']],
    // The worker makes backups that are requested in the settings, and commands run in its pod.
    ['worker.yaml', ['alumni', 'alumni', 'alumni-owner']],
    ['server.yaml', ['alumni', 'alumni']],
  ])('%s reads the settings and the secrets that its command needs', (name, expected) => {
    const [, sources] = /envFrom:\n((?: +(?:- |name|optional).*\n)+)/.exec(read(`${folder}/${name}`))!
    expect(sources!.match(/(?<=name: )\S+/g)).toEqual(expected)
  })

  test('the settings are valid for production once the secret is set, and backups are encrypted', () => {
    const data = read(`${folder}/settings.yaml`).split('\ndata:\n')[1]!
    const settings = Object.fromEntries([...data.matchAll(/^ {2}(\w+): '?(.*?)'?$/gm)].map(([, ...pair]) => pair))
    const recipient = settings.BACKUP_RECIPIENTS.replace('…', 'q'.repeat(58))
    const secret = { DATABASE_URL: 'postgres://alumni_login:pass@postgres/alumni', SESSION_SECRET: 'x'.repeat(64) }
    const image = { NODE_ENV: 'production', MONITOR_PORT: '9464' }
    const env = { ...image, ...settings, ...secret, BACKUP_RECIPIENTS: recipient }
    expect(readConfig(env)).toMatchObject({ isProduction: true, BACKUP_RECIPIENTS: [recipient] })
  })

  test('workers are scaled by an existing metric', () => {
    const [name] = /alumni_\w+/.exec(/metric:\n +name: \w+/.exec(read(`${folder}/scaling.yaml`))![0])!
    expect(Object.keys(gauges)).toContain(name)
  })
})

test('every variable that these files set is documented', () => {
  const files = [
    'ops/Containerfile',
    'ops/compose.yml',
    'ops/compose.env',
    ...globSync('ops/{systemd,kubernetes}/*', { cwd: root }),
  ]
  const described = read('docs/operating.md')
  const own = new Set([
    'BASE',
    'BUILDER',
    'POSTGRES_USER',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
    'SERVERS',
    'PATH',
    'CMD',
    'ALL',
  ])
  const set = files.flatMap((file) => read(file).match(/\b[A-Z][A-Z_]{3,}(?=[=:] ?\S)/g) ?? [])
  expect(set.length).toBeGreaterThan(20)
  expect(set.filter((name) => !own.has(name) && !described.includes(`\`${name}\``))).toEqual([])
})

test('the files that the compose file, its environment and the shell scripts name exist', () => {
  for (const [, path] of read('ops/compose.yml').matchAll(/- \.\/(\S+?):/g))
    expect(existsSync(join(root, 'ops', path!))).toBe(true)
  for (const script of ['ops/entrypoint.sh', 'ops/alumni']) execFileSync('sh', ['-n', join(root, script)])
})
