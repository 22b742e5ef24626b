import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { System } from '../desktop/packaging/build.ts'
import { packagingEnvironment } from '../desktop/packaging/configuration.ts'
import { missingDownload } from '../desktop/packaging/missing-download.ts'
import { signFeeds } from '../desktop/packaging/update-feed.ts'
import { derivePublicKey } from '../desktop/src/main/updates/feed-signature.ts'
import { parseCommandLine } from '../server/src/foundations/process/command-line.ts'
import { buildFrontEnd, frontEnds, isBuilt } from './front-ends.ts'
import { releaseNotes } from './releases.ts'
import { root } from './run-command.ts'

const usage = `npm run desktop-package                     builds installers of the desktop app for this system
npm run desktop-package -- --system linux    builds for linux, mac or windows
npm run desktop-package -- --dir             builds only the folder, without an installer
npm run desktop-package -- --rollout 20      offers the update to 20% of the people
npm run desktop-package -- --sign FOLDER --rollout 60
                                             builds nothing; offers the update in FOLDER to 60% of the people
     --out FOLDER        the output folder (default: desktop/dist/packages)
     --electron BINARY   packages this Electron instead of downloading the pinned one
     --as 1.2.3          the version (default: the one in package.json)

Environment: UPDATE_FEED_URL (the URL of packages and latest*.yml; without it the app does not update itself), UPDATE_SIGNING_KEY
(a PEM file with an Ed25519 key), WINDOWS_PUBLISHER_NAME and WIN_CSC_LINK with WIN_CSC_KEY_PASSWORD, CSC_LINK with CSC_KEY_PASSWORD and
APPLE_API_KEY with APPLE_API_KEY_ID and APPLE_API_ISSUER (or APPLE_ID and its companions), INSTITUTION_NAME, SUPPORT_EMAIL.`

const thisSystem: System = process.platform === 'darwin' ? 'mac' : process.platform === 'win32' ? 'windows' : 'linux'

const options = z.object({
  system: z.enum(['linux', 'mac', 'windows'], 'is linux, mac or windows').default(thisSystem),
  dir: z.boolean().default(false),
  sign: z.string().optional(),
  rollout: z
    .string()
    .regex(/^(\d|[1-9]\d|100)$/, 'takes a whole number from 0 to 100')
    .transform(Number)
    .optional(),
  out: z.string().default('desktop/dist/packages'),
  electron: z.string().optional(),
  as: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/, 'takes a version such as 1.2.3')
    .optional(),
})

const asked = parseCommandLine(
  usage,
  {
    options: {
      system: { type: 'string' },
      dir: { type: 'boolean' },
      sign: { type: 'string' },
      rollout: { type: 'string' },
      out: { type: 'string' },
      electron: { type: 'string' },
      as: { type: 'string' },
    },
  },
  ({ values }) => options.parse(values),
)
const environment = parseCommandLine(usage, { strict: false }, () => packagingEnvironment.parse(process.env))

try {
  const signingKey = environment.UPDATE_SIGNING_KEY && readFileSync(environment.UPDATE_SIGNING_KEY, 'utf8')
  if ((environment.UPDATE_FEED_URL || asked.sign) && !signingKey)
    throw new Error('Updates must be signed. Set UPDATE_SIGNING_KEY.')
  if (!asked.sign) await packageApp(signingKey)
  const signed = signingKey && !asked.dir ? signFeeds(resolve(asked.sign ?? asked.out), signingKey, asked.rollout) : []
  for (const file of signed) console.log(`✓ ${file} is signed, for ${asked.rollout ?? 100} of 100 people`)
  if (asked.sign && signed.length === 0) throw new Error(`There is no latest*.yml in ${asked.sign}.`)
} catch (error) {
  const { message } = error as Error
  const wanted = { electron: pinnedElectron(), isElectronGiven: asked.electron !== undefined, isFolder: asked.dir }
  console.error(missingDownload(message, wanted) ?? message)
  process.exitCode = 1
}

async function packageApp(signingKey?: string): Promise<void> {
  const { buildPackages } = await import('../desktop/packaging/build.ts')
  const { drawIcons } = await import('../desktop/packaging/icons.ts')
  for (const frontEnd of frontEnds.filter((each) => each.workspace === 'desktop' && !isBuilt(each)))
    await buildFrontEnd(frontEnd)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const icons = mkdtempSync(join(tmpdir(), 'alumni-icons-'))
  try {
    await drawIcons(icons)
    const packaging = {
      version: asked.as ?? version,
      releaseNotes: releaseNotes(version, readFileSync(join(root, 'RELEASES.md'), 'utf8')),
      icons,
      output: resolve(asked.out),
      environment,
      updateKey: signingKey && derivePublicKey(signingKey),
      electron: asked.electron ? electronOf(resolve(asked.electron)) : undefined,
    }
    for (const file of await buildPackages(packaging, asked.system, asked.dir)) console.log(`✓ ${file}`)
  } finally {
    rmSync(icons, { recursive: true, force: true })
  }
}

function pinnedElectron(): string {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'desktop/package.json'), 'utf8')) as {
    devDependencies: { electron: string }
  }
  return devDependencies.electron
}

/** electron-builder needs the folder of the binary, and the version for its output. */
function electronOf(binary: string): { folder: string; version: string } {
  const folder = dirname(binary)
  return { folder, version: readFileSync(join(folder, 'version'), 'utf8').trim().replace(/^v/, '') }
}
