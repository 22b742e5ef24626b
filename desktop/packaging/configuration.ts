import { fileURLToPath } from 'node:url'
import type { Configuration } from 'electron-builder'
import { z } from 'zod'

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()

/**
 * Environment variables for signing and updates. electron-builder itself reads certificates and Apple's credentials.
 */
export const packagingEnvironment = z.object({
  /** The URL of the packages and `latest*.yml`; without it the app does not update itself. */
  UPDATE_FEED_URL: text.refine(
    (address) => !address || isSafeUrl(address),
    'must be an https address, or http on this machine',
  ),
  /** A PEM file with the Ed25519 key that signs the feed. */
  UPDATE_SIGNING_KEY: text,
  /** The subject of the Windows certificate; updates with another signature are rejected. */
  WINDOWS_PUBLISHER_NAME: text,
  WIN_CSC_LINK: text,
  CSC_LINK: text,
  APPLE_API_KEY: text,
  APPLE_ID: text,
  APPLE_KEYCHAIN_PROFILE: text,
  SUPPORT_EMAIL: text,
  INSTITUTION_NAME: text,
})
export type PackagingEnvironment = z.infer<typeof packagingEnvironment>

export type Packaging = {
  version: string
  /** Markdown for the update's message. */
  releaseNotes: string
  /** The folder of `drawIcons`. */
  icons: string
  output: string
  environment: PackagingEnvironment
  /** The public key of UPDATE_SIGNING_KEY, which the app trusts. */
  updateKey?: string
  /** An Electron to package instead of downloading the pinned version. */
  electron?: { folder: string; version: string }
}

export function packagingConfiguration(packaging: Packaging): Configuration {
  const { environment, icons } = packaging
  const institution = environment.INSTITUTION_NAME ?? 'Alumni Relations'
  const feed = environment.UPDATE_FEED_URL
  return {
    appId: 'edu.alumni-relations.desktop',
    productName: 'Alumni Relations',
    copyright: institution,
    // The app is bundled, so node_modules, sources, maps, compressed files and the server's list of scripts are
    // omitted.
    files: ['package.json', 'dist/{main,preload,renderer}/**', '!**/*.{map,br,gz}', '!dist/renderer/pages.json'],
    beforeBuild: () => Promise.resolve(false),
    asar: true,
    directories: { output: packaging.output, buildResources: besideThis('.') },
    extraMetadata: {
      name: 'alumni-relations',
      productName: 'Alumni Relations',
      version: packaging.version,
      description: 'Alumni relations for the staff of a university',
      author: { name: institution, email: environment.SUPPORT_EMAIL ?? 'alumni@example.edu' },
      homepage: 'https://example.edu/alumni',
      updates: feed && packaging.updateKey ? { url: feed, key: packaging.updateKey } : undefined,
    },
    ...(packaging.electron
      ? { electronDist: packaging.electron.folder, electronVersion: packaging.electron.version }
      : {}),
    electronLanguages: ['en-US', 'en'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      // We ship no V8 snapshot.
      loadBrowserProcessSpecificV8Snapshot: false,
    },
    protocols: { name: 'Alumni Relations', schemes: ['alumni'], role: 'Viewer' },
    artifactName: '${name}-${version}-${os}-${arch}.${ext}',
    releaseInfo: { releaseName: `v${packaging.version}`, releaseNotes: packaging.releaseNotes },
    publish: feed ? { provider: 'generic', url: feed } : null,
    // Apps that update themselves must never get unsigned releases.
    forceCodeSigning: Boolean(feed),
    win: windowsConfiguration(packaging),
    // Installs for the current user, so that neither installation nor updates need an administrator.
    nsis: {
      oneClick: true,
      perMachine: false,
      allowElevation: false,
      packElevateHelper: false,
      deleteAppDataOnUninstall: false,
      include: besideThis('installer.nsh'),
      installerIcon: `${icons}/icon.ico`,
      uninstallerIcon: `${icons}/icon.ico`,
    },
    mac: macConfiguration(packaging),
    linux: {
      target: ['AppImage', 'deb', 'tar.gz'].map((target) => ({ target, arch: ['x64'] })),
      icon: `${icons}/icons`,
      executableName: 'alumni-relations',
      category: 'Office',
      synopsis: 'Alumni relations for the staff of a university',
      maintainer: `${institution} <${environment.SUPPORT_EMAIL ?? 'alumni@example.edu'}>`,
      // Offers the app under "Open with" without becoming the default.
      mimeTypes: ['text/csv'],
    },
  }
}

function windowsConfiguration({ environment, icons }: Packaging): Configuration['win'] {
  return {
    target: [{ target: 'nsis', arch: ['x64'] }],
    icon: `${icons}/icon.ico`,
    requestedExecutionLevel: 'asInvoker',
    verifyUpdateCodeSignature: true,
    signtoolOptions: {
      signingHashAlgorithms: ['sha256'],
      ...(environment.WINDOWS_PUBLISHER_NAME ? { publisherName: environment.WINDOWS_PUBLISHER_NAME } : {}),
    },
  }
}

function macConfiguration({ environment, icons }: Packaging): Configuration['mac'] {
  return {
    target: [
      { target: 'dmg', arch: ['universal'] },
      // Updates use the zip.
      { target: 'zip', arch: ['universal'] },
    ],
    icon: `${icons}/icon.icns`,
    category: 'public.app-category.business',
    hardenedRuntime: true,
    extendInfo: { NSCameraUsageDescription: 'Codes of guests are read at the door of an event.' },
    gatekeeperAssess: false,
    entitlements: besideThis('entitlements.mac.plist'),
    entitlementsInherit: besideThis('entitlements.mac.plist'),
    notarize: Boolean(environment.APPLE_API_KEY ?? environment.APPLE_ID ?? environment.APPLE_KEYCHAIN_PROFILE),
    fileAssociations: [{ ext: 'csv', name: 'CSV file', role: 'Viewer', rank: 'Alternate' }],
  }
}

function besideThis(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}

function isSafeUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
}
