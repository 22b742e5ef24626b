// Installs missing packages of the lock file. Plain JavaScript, because the machine's own Node runs it. The argument
// `running` excludes the tools of the root package.json for checks, tests and packaging.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The workspaces to install; none means all workspaces and the root. */
const workspaces = process.argv[2] === 'running' ? ['server', 'worker', 'portal', 'desktop'] : []
/** npm writes this list when an installation is complete. */
const installedList = `${root}node_modules/.package-lock.json`
const lock = `${root}.data/install.lock`
const download = 'https://nodejs.org/en/download'

const major = Number(process.versions.node.split('.')[0])
if (major < 20) refuse(`Node ${process.versions.node} is too old. Install Node 20 or newer: ${download}`)
try {
  if (missingPackages().length > 0) await installAlone()
} catch (error) {
  refuse(describeInstallError(error.code) ?? `The packages could not be installed: ${error.message}`)
}
// The install script of the package `node` installs Node 24, which runs everything else.
if (major < 24 && !existsSync(`${root}node_modules/.bin/node`))
  refuse(
    `There is no package with Node 24 for ${process.platform} ${process.arch}. Install Node 24 or newer: ${download}`,
  )

async function installAlone() {
  const isInterrupted = await takeLock()
  try {
    if (isInterrupted || missingPackages().length > 0) await install(isInterrupted)
  } finally {
    rmSync(lock, { force: true })
  }
}

/** Adds missing packages. Replaces all after an interruption, because one may be incomplete. */
async function install(isInterrupted) {
  console.log('Installing packages …')
  try {
    if (!isInterrupted && existsSync(installedList)) await runNpm('install', '--no-save')
    if (!isInterrupted && missingPackages().length === 0) return
    rmSync(installedList, { force: true })
    await runNpm('ci')
    const [missing] = missingPackages()
    if (missing) throw new Error(`npm left out ${missing}. Run the command again.`)
  } catch (error) {
    rmSync(installedList, { force: true })
    throw error
  }
}

/** On a full disk npm omits files and prints only a warning. */
async function runNpm(...args) {
  const npm = spawn('npm', [...args, '--loglevel=warn', ...workspaces.flatMap((name) => ['-w', name])], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'pipe'],
    shell: process.platform === 'win32',
  })
  npm.once('spawn', () => renameSync(draftLock(npm.pid), lock))
  let output = ''
  npm.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  const [status] = await once(npm, 'close').catch(() => {
    throw new Error(`npm was not found. Install it with Node: ${download}`)
  })
  const code =
    /\bTAR_ENTRY_ERROR (E\w+)/.exec(output)?.[1] ?? (status === 0 ? undefined : /\bcode ([A-Z_]+)/.exec(output)?.[1])
  if (status === 0 && !code) return
  console.error(output.replace(/^npm warn .*\n/gim, '').trim())
  throw Object.assign(new Error('See npm’s message above.'), { code })
}

/** Lists the locked packages that this system needs and does not have. */
function missingPackages() {
  const locked = packagesIn(`${root}package-lock.json`)
  const installed = existsSync(installedList) ? packagesIn(installedList) : {}
  return neededPackages(locked).filter(
    (path) => installed[path]?.version !== locked[path].version || !existsSync(`${root}${path}/package.json`),
  )
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Follows the dependencies from the workspaces on, with their development dependencies. */
function neededPackages(locked) {
  const found = new Set()
  const waiting = workspaces.length > 0 ? [...workspaces] : ['', ...locked[''].workspaces]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, devDependencies } = locked[path]
    const own = path.includes('node_modules/') ? {} : devDependencies
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, ...own })) {
      const target = placeOf(name, path, locked)
      if (!target || found.has(target) || !isForThisSystem(locked[target])) continue
      found.add(target)
      waiting.push(locked[target].link ? locked[target].resolved : target)
    }
  }
  return [...found]
}

/** Finds a package as Node does: in the folder's own node_modules, then in those of the folders above. */
function placeOf(name, path, locked) {
  const place = posix.join(path, 'node_modules', name)
  if (locked[place] || !path) return locked[place] && place
  return placeOf(name, path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)), locked)
}

/** An optional package may be missing, unless it is for exactly this system. */
function isForThisSystem({ optional, devOptional, os = [], cpu = [], libc }) {
  return !(optional || devOptional) || (os.includes(process.platform) && cpu.includes(process.arch) && !libc)
}

/** One installation per folder at a time. Returns whether the last one was killed. */
async function takeLock() {
  mkdirSync(dirname(lock), { recursive: true })
  const draft = `${lock}.${process.pid}`
  try {
    draftLock()
    for (let isInterrupted = false, hasSaid = false; ;) {
      try {
        linkSync(draft, lock)
        return isInterrupted
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holders = readHolders(lock)
      if (!holders.some(isAlive)) {
        isInterrupted ||= takeAway()
        continue
      }
      if (!hasSaid) console.log(`Another command installs packages here (process ${holders[0]}). Waiting for it …`)
      hasSaid = true
      await pause(200)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Removes a dead command's lock, unless another command has just done so and holds it now. */
function takeAway() {
  const aside = `${lock}.left.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
  const isHeld = readHolders(aside).some(isAlive)
  if (isHeld) renameSync(aside, lock)
  else rmSync(aside)
  return !isHeld
}

/** Writes this process, and npm's, which may outlive it, to a file that becomes the lock. */
function draftLock(...others) {
  const draft = `${lock}.${process.pid}`
  writeFileSync(draft, [process.pid, ...others].join(' '))
  return draft
}

function readHolders(file) {
  try {
    return readFileSync(file, 'utf8').split(' ').map(Number)
  } catch {
    return []
  }
}

/** A zombie is dead: its parent may never take notice. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/s.test(existsSync('/proc/self') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function describeInstallError(code) {
  const again = 'Then run the command again.'
  if (code === 'ENOSPC') return `The disk is full: free 2 GB for ${root}node_modules and npm’s cache. ${again}`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `This account cannot write to all of ${root} and npm’s cache (${code}). Make it their owner. ${again}`
  if (code === 'EINTEGRITY') return `A package in npm’s cache is damaged: npm cache clean --force. ${again}`
  if (/^(?:ENOTFOUND|EAI_AGAIN|ECONN\w+|ENET\w+|EHOST\w+|E\w*TIMEDOUT|ERR_SOCKET_TIMEOUT|EPROTO)$/.test(code))
    return `npm’s registry could not be reached (${code}). Check the network; behind a proxy: npm config set proxy ADDRESS. ${again}`
  if (/CERT/.test(code))
    return `npm does not trust the certificate of its registry (${code}). Set your network’s certificate: npm config set cafile FILE. ${again}`
  return undefined
}

function refuse(message) {
  console.error(message)
  process.exit(1)
}
