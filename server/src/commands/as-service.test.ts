import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { doctorReport } from '@alumni/shared/operations/doctor'
import { afterAll, describe, expect, test } from 'vitest'
import { noMachine, systemdMachine } from '../../testing/systemd-machine.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { projectRoot } from '../foundations/process/config.ts'

describe.skipIf(noMachine)(`ops/alumni ${noMachine ?? ''}`, async () => {
  if (noMachine) return
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'alumni-machine-'))
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const environment = `# Of Bea
NODE_ENV=production
DATABASE_URL=${database.owner}?connect_timeout=9&application_name=of bea
SESSION_SECRET="a \\"secret\\" of \\\\ more than \\$32 # characters"
PUBLIC_URL=https://alumni.example.edu
CHAMPIONS_URL=https://champions.example.edu
TRUST_PROXY=127.0.0.1, 10.0.0.0/8
DATA_DIR=/var/lib/alumni
INSTITUTION_NAME=Kestrel & Daughters College
SUPPORT_EMAIL='alumni@kestrel.example.edu'
`
  const machine = await systemdMachine(folder, environment)
  /** What Bea, who is root, types; what is in the environment of her shell is no concern of the service. */
  const type = async (...lines: string[]) => {
    const shell = machine.type('install -d -o alumni -g alumni -m 0750 /var/lib/alumni', 'set +e', ...lines)
    const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr)])
    return { out, err }
  }

  test('reads each value as systemd does, and leaves no folder that the service cannot write', async () => {
    const { out, err } = await type(
      'export INSTITUTION_NAME=Elsewhere PORT=x',
      '/opt/alumni/ops/alumni doctor -- --json',
      'stat -c "%U %a %n" /var/lib/alumni/* >&2',
    )
    const found = new Map(doctorReport.parse(JSON.parse(out)).map((one) => [one.name, one]))
    expect(found.get('institution')).toMatchObject({
      state: 'good',
      message: 'Pages and letters are those of Kestrel & Daughters College.',
    })
    for (const name of ['database', 'storage', 'secrets'])
      expect([name, found.get(name)?.state]).toEqual([name, 'good'])
    expect(found.get('backup')?.remedy).toContain('/ops/alumni backup')
    expect(err).toBe('alumni 700 /var/lib/alumni/files\n')
  })

  test('takes a variable before the command, and arguments with spaces behind it', async () => {
    const { out, err } = await type(
      `/opt/alumni/ops/alumni create-admin ada@example.edu --name "Ada O'Hara & Sons"`,
      'cd /tmp && /opt/alumni/ops/alumni PUBLIC_URL="https://staff.example.edu" create-admin -- bea@example.edu',
    )
    expect(err).toBe('')
    expect(out).toMatch(
      /^The administrator was created.*\nhttps:\/\/alumni\.example\.edu\/\S+\n.*\nhttps:\/\/staff\.example\.edu\/\S+\n$/,
    )
  })

  test('says in a sentence who may call it, and what is missing', async () => {
    const stranger = 'setpriv --reuid=65534 --regid=65534 --clear-groups'
    expect((await type(`${stranger} /opt/alumni/ops/alumni doctor`)).err).toBe(
      '/etc/alumni/environment cannot be read (EACCES). Call this as root, or with sudo.\n',
    )
    expect((await type('/opt/alumni/ops/alumni docter')).err).toMatch(/^There is no command docter/)
    expect((await type('/opt/alumni/ops/alumni')).err).toMatch(/^ops\/alumni \[NAME=VALUE …\] COMMAND/)
    const without = 'sed -i /^alumni/d /etc/passwd'
    expect((await type(without, '/opt/alumni/ops/alumni doctor')).err).toMatch(
      /^This machine has no user alumni: useradd/,
    )
  })
})

test('no page has anyone read the environment file with a shell or with Node', () => {
  for (const page of ['README.md', ...globSync('docs/*.md', { cwd: projectRoot })])
    expect(readFileSync(join(projectRoot, page), 'utf8')).not.toMatch(/(?:\. |source |--env-file=)\/etc\/alumni/)
})
