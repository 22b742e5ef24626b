import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from '../src/foundations/process/config.ts'
import { fetchedTools } from '../testing/fetched-tools.ts'
import { findFreePort } from '../src/foundations/process/free-port.ts'

/** Why there is no balancer; undefined if Caddy can run. */
export const noBalancer = existsSync(fetchedTools.caddy)
  ? undefined
  : 'there is no Caddy: npm test fetches it on Debian'

/** Caddy with the configuration in `ops`, in front of the servers at `ports`. */
export async function startBalancer(folder: string, ports: readonly number[]) {
  const [port, admin] = [await findFreePort(), await findFreePort()]
  const log = openSync(join(folder, 'caddy.log'), 'a')
  const args = ['run', '--adapter', 'caddyfile', '--config', join(projectRoot, 'ops/caddy/Caddyfile')]
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    CADDY_ADMIN: `127.0.0.1:${admin}`,
    PUBLIC_URL: `http://localhost:${port}`,
    CHAMPIONS_URL: `http://champions.localhost:${port}`,
    SERVERS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
  }
  const child = spawn(fetchedTools.caddy, args, { env, stdio: ['ignore', log, log] })
  const exit = once(child, 'exit')
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`Caddy ended: see ${folder}/caddy.log`)
    await pause(20)
  }
  return {
    port,
    async leads() {
      const isThere = () =>
        fetch(`http://localhost:${port}/up`).then(
          ({ ok }) => ok,
          () => false,
        )
      while (!(await isThere())) await pause(100)
    },
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
