import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../src/foundations/process/config.ts'
import { fetchedTools } from './fetched-tools.ts'
import { externalHost, internalHost } from './test-app.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'

export type Proxy = { protocol: 'http' | 'https'; port: number; memoryMb(): number; stop(): Promise<void> }
/** `plainPort` has no TLS. */
type Nginx = Proxy & { plainPort: number }

/** The proxies with configuration in `ops`, in front of the servers at `ports`. */
export const proxies = [
  { name: 'Caddy', program: fetchedTools.caddy, start: startCaddy },
  { name: 'nginx', program: fetchedTools.nginx, start: startNginx },
].map((proxy) => ({
  ...proxy,
  missing: existsSync(proxy.program) ? undefined : `there is no ${proxy.name}: npm test fetches it on Debian`,
}))

async function startCaddy(ports: number[]): Promise<Proxy> {
  const [folder, port, admin] = [newFolder(), await findFreePort(), await findFreePort()]
  const args = ['run', '--adapter', 'caddyfile', '--config', join(projectRoot, 'ops/caddy/Caddyfile')]
  return started(fetchedTools.caddy, args, 'http', port, folder, {
    HOME: folder,
    CADDY_ADMIN: `127.0.0.1:${admin}`,
    PUBLIC_URL: `http://${internalHost}:${port}`,
    CHAMPIONS_URL: `http://${externalHost}:${port}`,
    SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  })
}

export async function startNginx([first, second]: number[]): Promise<Nginx> {
  const [folder, port, plain] = [newFolder(), await findFreePort(), await findFreePort()]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-subj', `/CN=${internalHost}`, '-addext', `subjectAltName=DNS:${internalHost},DNS:${externalHost}`]
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = readFileSync(join(projectRoot, 'ops/nginx/alumni.conf'), 'utf8')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plain}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('/etc/alumni/certificate.pem', certificate)
    .replace('/etc/alumni/certificate-key.pem', key)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`).join(' ')
  const main = `daemon off; pid ${join(folder, 'pid')}; ${process.getuid?.() === 0 ? 'user root root; ' : ''}error_log stderr;
events {} http { access_log off; ${places}\n${site}\n}`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  return { ...(await started(fetchedTools.nginx, args, 'https', port, folder, {})), plainPort: plain }
}

async function started(
  program: string,
  args: string[],
  protocol: Proxy['protocol'],
  port: number,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Proxy> {
  const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said = `${said}${bytes.toString()}`.slice(-4000)))
  const exit = once(child, 'exit')
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${said}`)
    await pause(20)
  }
  const children = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(/\s+/)
  return {
    protocol,
    port,
    memoryMb: () =>
      [String(child.pid), ...children()]
        .filter(Boolean)
        .map((pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024)
        .reduce((sum, mb) => sum + mb, 0),
    async stop() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'alumni-proxy-'))
  mkdirSync(join(folder, 'proxy'))
  return folder
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
