import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { doctorReport } from '@alumni/shared/operations/doctor'
import { afterAll, describe, expect, test } from 'vitest'
import { bootDebian, type DebianMachine } from './debian-machine.ts'
import { root } from './run-command.ts'

const machine = await bootDebian().catch((error: Error) => error)
const missing = machine instanceof Error ? ` (skipped: ${machine.message})` : ''
const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const alumni = '/opt/alumni/ops/alumni'
const ada = 'ada@example.edu'
const password = 'a kestrel above the harbor'

/** The tests run in order on one machine: each continues from the state that the previous one left. */
describe.skipIf(missing)(`a Debian with systemd, set up as in docs/operating.md${missing}`, () => {
  const { stop, type: attempt } = machine as DebianMachine
  if (!missing) afterAll(stop)
  const { type, typeInDatabase, look, ask, signIn } = operatorOf(attempt)

  test('the commands of the manual install it, and both servers and the worker are ready', async () => {
    await type(
      `systemd-run --quiet --unit=mail --description=mail /opt/release/node_modules/node/bin/node -e '${mailServer}'`,
    )
    for (const statement of blockWith('create role alumni_app')) await typeInDatabase(statement.replace('…', 'pass'))
    await typeInDatabase('alter role alumni_owner createdb')
    const install = blockWith('systemctl enable --now').flatMap(adaptCommand)
    const output = await type(install.join('\n'))
    expect(await type("systemctl is-active 'alumni-*@*'")).toMatch(/^active\s+active\s+active$/)
    const [, link] = /^https:\/\/alumni\.example\.edu(\/password-resets\/\S+)$/m.exec(output)!
    await ask(link!, send({ password }))
    await signIn()
  })

  test('the worker makes the backup that is due, and restores it as a trial', async () => {
    const message = async () => (await look('backup')).message
    await expect.poll(message, pollOptions).toContain('The last backup was made')
    expect(await type(`${alumni} backups`)).toMatch(/encrypted$/)
    // The worker checks every five minutes whether a trial is due.
    await typeInDatabase("update agenda_jobs set next_run_at = now() where name = 'watch-backups'", 'alumni')
    await expect.poll(message, pollOptions).toContain('one was restored as a trial')
    expect([await look('backup'), await look('jobs')]).toMatchObject([{ state: 'good' }, { state: 'good' }])
  })

  test('Ada imports a file, and finds its people', async () => {
    await type("printf 'BUID,First Name,Last Name\\nB00000001,Peggy,Stone\\n' > /root/people.csv")
    const { links } = await ask<ImportStatusReply>('/settings/imports/contacts', '--form file=@/root/people.csv')
    const state = async () => (await ask<ImportStatusReply>(links.status)).status
    await expect.poll(state, pollOptions).toBe('review')
    const { unusual } = await ask<ImportStatusReply>(links.status)
    await ask(links.commit, send(Object.fromEntries(unusual.map(({ kind, number }) => [`confirm_${kind}`, number]))))
    await expect.poll(state, pollOptions).toBe('completed')
    const search = () => ask<{ matching: number }>('/alumni_search?q=peggy+stone')
    await expect.poll(search, pollOptions).toMatchObject({ matching: 1 })
  })

  test('a photo is scaled and stored', async () => {
    const photo = 'require("sharp")({ create: { width: 900, height: 600, channels: 3, background: "teal" } }).png()'
    await type(`cd /opt/alumni && node_modules/node/bin/node -e '${photo}.toFile("/root/photo.png")'`)
    await ask('/champion_signups/photos', '--form file=@/root/photo.png')
    expect(await type('ls /var/lib/alumni/files/photos')).toMatch(/900x600-\d+\.\w+/)
  })

  test('a letter reaches the mail server', async () => {
    await ask('/password-resets', send({ email: ada }))
    const letters = () => type('cat /var/mail/letters')
    await expect
      .poll(letters, pollOptions)
      .toMatch(/^To: ada@example\.edu[^]*https:\/\/alumni\.example\.edu\/password-resets\//m)
  })

  test('each restart command of the manual returns once everything is ready', async () => {
    const restart = blockWith('systemctl restart alumni-server@3001').find((line) =>
      line.includes('systemctl restart'),
    )!
    await type(restart)
    expect(await type("systemctl is-active 'alumni-*@*'")).toMatch(/^active\s+active\s+active$/)
    expect(await ask('/session')).toMatchObject({ user: { email: ada } })
    expect(await look('workers')).toMatchObject({ state: 'good' })
  })

  test('ops/alumni runs commands in the sandbox of the installed worker and returns their output and exit code', async () => {
    const id = (await type(`${alumni} backups`)).split(' ')[0]!
    expect(await type(`${alumni} restore ${id} --check`)).toContain(`Backup ${id} can be restored`)
    expect(await type(`${alumni} backup`)).toContain(' is complete')
    expect(await type('stat -c "%U %a" /var/backups/alumni/sets/*')).toBe('alumni 700\nalumni 700')
    await type('install -d -o alumni /srv/backups')
    const elsewhere = `${alumni} BACKUP_URL=file:///srv/backups backup 2>&1`
    expect(await type(`${elsewhere} || echo "exit $?"`)).toMatch(
      /cannot be written to[^]*listed in ReadWritePaths=[^]*\nexit 1$/,
    )
    expect(await type('ls /srv/backups; systemctl list-units --failed --no-legend')).toBe('')
    await type(
      blockWith('/folders.conf').slice(0, 2).join('\n').replaceAll('/mnt/', '/srv/') + '\nsystemctl daemon-reload',
    )
    expect(await type(elsewhere)).toContain(' is complete')
    const unmounted = await type(`mv /srv/backups /srv/away; ${elsewhere} || echo "exit $?"; mv /srv/away /srv/backups`)
    expect(unmounted).toMatch(/Failed to set up mount namespacing: \S+\/srv\/backups: [^]*\nexit 226$/)
  })

  test('ops/alumni passes arguments unchanged, refuses everyone but root, and stops its command when it is stopped', async () => {
    const name = 'Bea $HOME ${PATH} $$ %i "&" O\'Hara'
    await type(`${alumni} create-admin bea@example.edu --name '${name.replaceAll("'", `'\\''`)}'`)
    const named = "select name from staff_users where email = 'bea@example.edu'"
    expect(await typeInDatabase(named, 'alumni')).toBe(name)
    const stranger = `setpriv --reuid=65534 --clear-groups ${alumni} doctor 2>&1 || echo "exit $?"`
    expect(await type(stranger)).toBe('Call this as root, or with sudo.\nexit 1')
    const stopped = await type(`
      ${alumni} MONITOR_PORT=19 await-ready --seconds 600 & command=$!
      until systemctl is-active --quiet 'alumni-command-*'; do sleep 0.1; done
      kill $command
      wait $command || echo "exit $?"
      systemctl list-units --no-legend --state=active,activating,deactivating 'alumni-command-*'`)
    expect(stopped).toMatch(/exit 143$/)
  })
})

/** The maximum time for the worker on a slow machine. */
const pollOptions = { timeout: 120_000, interval: 1000 }

function operatorOf(attempt: DebianMachine['type']) {
  let token = ''
  const type = async (script: string) => {
    const { isOk, output } = await attempt(script)
    if (!isOk) throw new Error(`${script}\n${output}`)
    return output
  }
  const headers = [
    'Host: alumni.example.edu',
    'X-Forwarded-Host: alumni.example.edu',
    'X-Forwarded-Proto: https',
    'X-Forwarded-For: 192.0.2.7',
    'Accept: application/json',
    'Sec-Fetch-Site: same-origin',
  ]
  const ask = async <Reply>(path: string, options = '') => {
    const sent = [...headers, `Authorization: Bearer ${token}`].map((header) => `--header '${header}'`).join(' ')
    const url = `'http://127.0.0.1:3001${path}'`
    return JSON.parse(
      (await type(`curl --silent --show-error --fail-with-body ${sent} ${options} ${url}`)) || 'null',
    ) as Reply
  }
  return {
    type,
    ask,
    typeInDatabase: (statement: string, database = 'postgres') =>
      type(`su postgres -c 'psql -XAtq ${database}' <<'END'\n${statement};\nEND`),
    async look(check: string) {
      const report = doctorReport.parse(JSON.parse(await type(`${alumni} doctor --json || true`)))
      return report.find(({ name }) => name === check)!
    },
    async signIn() {
      token = (await ask<{ token: string }>('/login', send({ email: ada, password, token: true }))).token
    },
  }
}

const send = (body: object) => `--json '${JSON.stringify(body)}'`

/** Returns the commands of the manual's block that contains these words. */
function blockWith(text: string): string[] {
  const block = manual.match(/(?:^ {4}.*\n)+/gm)!.find((lines) => lines.includes(text))!
  return block.split('\n').flatMap((line) => line.replace(/ +#.*/, '').trim() || [])
}

/** Adapts a command of the manual: the release is already built, and placeholders are replaced. */
function adaptCommand(command: string): string[] {
  if (command.includes('npm ci')) {
    const folder = /\/opt\/[\w.-]+/.exec(command)![0]
    return [`ln -s /opt/release ${folder} && cd ${folder}`]
  }
  if (command.includes('/etc/alumni/environment')) return [command, ...fillIn]
  return command.includes('doctor') ? [`${command} || true`] : [command]
}

const fillIn = [
  'echo 127.0.0.1 mail.example.edu >> /etc/hosts',
  'age-keygen -o /root/backup-key.txt',
  'install -m 0640 -g alumni /root/backup-key.txt /etc/alumni/',
  'cat >> /etc/alumni/environment <<END',
  'DATABASE_URL=postgres://alumni_login:pass@127.0.0.1/alumni',
  'MIGRATION_DATABASE_URL=postgres://alumni_owner:pass@127.0.0.1/alumni',
  `SESSION_SECRET=${'7'.repeat(64)}`,
  'SMTP_URL=smtp://mail.example.edu:25',
  'BACKUP_URL=file:///var/backups/alumni',
  'BACKUP_RECIPIENTS=$(age-keygen -y /root/backup-key.txt)',
  'BACKUP_IDENTITY=/etc/alumni/backup-key.txt',
  'END',
]

const mailServer = `
  const { SMTPServer } = require("/opt/development/node_modules/smtp-server")
  const { createWriteStream } = require("node:fs")
  const onData = (letter, session, done) =>
    letter.pipe(createWriteStream("/var/mail/letters", { flags: "a" })).on("close", () => done())
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], onData })
  server.on("error", () => undefined) // doctor hangs up
  server.listen(25, "127.0.0.1")`
